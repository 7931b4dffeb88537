module github.com/oncemore/oncemore/bindings/go

go 1.22

require pgregory.net/rapid v1.2.0
