# The same commands as the README and .ci/run.
.PHONY: test check bench fuzz fmt

test:
	go test ./...

check:
	bash .ci/run

fmt:
	go run mvdan.cc/gofumpt@v0.12.0 -w .

bench:
	go test -run '^$$' -bench Perfjob ./...

# Ten minutes on each reader, one after the other.
FUZZTIME ?= 10m
fuzz:
	bash .ci/fuzz $(FUZZTIME)
