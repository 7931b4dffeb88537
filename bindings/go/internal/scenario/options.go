// SPDX-License-Identifier: MIT

package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/oncemore/oncemore/bindings/go/internal/cases"
)

// options are those of a call.
type options struct {
	octets                 int
	body                   string
	length                 bool
	fails, below           string
	follow, http2          bool
	timeout, connect       time.Duration
	cancelAfter, pause     time.Duration
	attemptField, keyField string
	key, ca, proxy         string
	pool, repeat           int
	layers, cancels        int
}

func readOptions(list string) (options, error) {
	o := options{timeout: 5 * time.Second, repeat: 1, cancels: math.MaxInt}
	var wrong error
	err := cases.Settings(list, func(name, value string) bool {
		if err := o.set(name, value); err != nil && wrong == nil {
			wrong = fmt.Errorf("%s: %w", name, err)
		}
		return wrong == nil
	})
	if wrong != nil {
		return o, wrong
	}
	return o, err
}

func (o *options) set(name, value string) (err error) {
	switch name {
	case "body":
		kind, octets, _ := strings.Cut(value, ":")
		if bodies[kind] == nil {
			return fmt.Errorf("no such body: %s", kind)
		}
		o.body = kind
		o.octets, err = strconv.Atoi(octets)
	case "length":
		o.length = value == "yes"
	case "fails":
		o.fails = value
	case "below":
		o.below = value
	case "layers":
		o.layers, err = strconv.Atoi(value)
	case "cancels":
		o.cancels, err = strconv.Atoi(value)
	case "follow":
		o.follow = value == "yes"
	case "http2":
		o.http2 = value == "yes"
	case "timeout":
		o.timeout, err = milliseconds(value)
	case "connect_timeout":
		o.connect, err = milliseconds(value)
	case "cancel_after":
		o.cancelAfter, err = milliseconds(value)
	case "pause":
		o.pause, err = milliseconds(value)
	case "attempt_field":
		o.attemptField = value
	case "key_field":
		o.keyField = value
	case "key":
		o.key = value
	case "ca":
		o.ca = value
	case "proxy":
		o.proxy = value
	case "pool":
		o.pool, err = strconv.Atoi(value)
	case "repeat":
		o.repeat, err = strconv.Atoi(value)
	default:
		return fmt.Errorf("no such option")
	}
	return err
}

func milliseconds(value string) (time.Duration, error) {
	n, err := strconv.Atoi(value)
	return time.Duration(n) * time.Millisecond, err
}

// transport is a new one, so that a call meets no connection of another.
func (o *options) transport() (*http.Transport, error) {
	t := &http.Transport{
		DialContext:           (&net.Dialer{Timeout: o.connect}).DialContext,
		ResponseHeaderTimeout: o.timeout,
		MaxConnsPerHost:       o.pool,
		TLSClientConfig:       &tls.Config{},
		ForceAttemptHTTP2:     o.http2,
	}
	if o.ca != "" {
		authority, err := os.ReadFile(o.ca)
		if err != nil {
			return nil, err
		}
		t.TLSClientConfig.RootCAs = x509.NewCertPool()
		t.TLSClientConfig.RootCAs.AppendCertsFromPEM(authority)
	}
	if o.proxy != "" {
		proxy, err := url.Parse(o.proxy)
		if err != nil {
			return nil, err
		}
		t.Proxy = http.ProxyURL(proxy)
	}
	return t, nil
}
