// Command contractc checks what an AI agent proposes to do, and shows a person
// exactly what they are asked to approve.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
