// SPDX-License-Identifier: MIT

// Nethttp gets a page in the two ways that package oncehttp has.
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"

	oncemore "github.com/oncemore/oncemore/bindings/go"
	"github.com/oncemore/oncemore/bindings/go/oncehttp"
)

func transport(url string) (*http.Response, error) {
	client := &http.Client{Transport: &oncehttp.Transport{
		Settings: oncehttp.Settings{Policy: oncemore.DefaultPolicy()},
	}}
	return client.Get(url)
}

func do(client *http.Client, req *http.Request) (*http.Response, error) {
	return oncehttp.Do(client, req, oncehttp.Settings{
		Policy:       oncemore.DefaultPolicy(),
		AttemptField: "Retry-Attempt",
		KeyField:     "Idempotency-Key",
		MakeKey:      oncehttp.UUID,
		OnDecision:   func(_ *http.Request, decision oncehttp.Decision) { log.Print(decision) },
	})
}

func main() {
	log.SetFlags(0)
	resp, err := transport(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	resp.Body.Close()
	fmt.Println("GET:", resp.Status)

	req, err := http.NewRequest(http.MethodPost, os.Args[1], http.NoBody)
	if err != nil {
		log.Fatal(err)
	}
	if resp, err = do(http.DefaultClient, req); err != nil {
		log.Fatal(err)
	}
	resp.Body.Close()
	fmt.Println("POST:", resp.Status)
}
