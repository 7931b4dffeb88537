module github.com/oncemore/oncemore/bindings/go/bench

go 1.23

require (
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/oncemore/oncemore/bindings/go v0.0.0
)

require github.com/hashicorp/go-cleanhttp v0.5.2 // indirect

replace github.com/oncemore/oncemore/bindings/go => ../
