module github.com/oncemore/oncemore/tests/examples/go

go 1.22

require github.com/oncemore/oncemore/bindings/go v0.0.0

replace github.com/oncemore/oncemore/bindings/go => ../../../bindings/go
