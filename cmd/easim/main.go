package main

import "os"

func main() {
	os.Exit(mainCode(os.Args, os.Stdin, os.Stdout, os.Stderr))
}
