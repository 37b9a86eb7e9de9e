// Times jsonrepair: every line of standard input is a text as a JSON string, and is
// answered with the nanoseconds per byte from the text to a value.
import { createInterface } from 'node:readline'
import { jsonrepair } from 'jsonrepair'

const repeat = 20_000_000n // nanoseconds that one measurement takes at least

for await (const line of createInterface({ input: process.stdin })) {
  const text = JSON.parse(line)
  const start = process.hrtime.bigint()
  let n = 0
  while (process.hrtime.bigint() - start < repeat) {
    JSON.parse(jsonrepair(text))
    n++
  }
  const took = Number(process.hrtime.bigint() - start)
  console.log(took / n / Buffer.byteLength(text))
}
