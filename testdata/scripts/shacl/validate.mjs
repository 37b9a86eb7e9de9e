// Validates graphs with a SHACL engine. Reads {shapes, cases: [{name, data, shapes?}]} from
// standard input, all graphs as Turtle, and prints {name: {conforms, results}}; a
// result is the node, the constraint and the path.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'

const require = createRequire(process.env.SHACL_ENGINE + '/package.json')
const { Parser, Store, DataFactory } = require('n3')
const { default: Validator } = await import(process.env.SHACL_ENGINE + '/node_modules/rdf-validate-shacl/index.js')

const input = JSON.parse(readFileSync(0, 'utf8'))
const graph = (text) => new Store(new Parser().parse(text))
const factory = { ...DataFactory, dataset: (quads) => new Store(quads ? [...quads] : []) }
const common = new Validator(graph(input.shapes))
const out = {}
for (const { name, data, shapes } of input.cases) {
  const validator = shapes ? new Validator(graph(shapes)) : common
  const report = await validator.validate(graph(data))
  out[name] = {
    conforms: report.conforms,
    results: report.results.map((r) => `${r.focusNode?.value} ${r.sourceConstraintComponent?.value.replace(/^.*#/, '')} ${r.path?.value ?? ''}`),
  }
}
console.log(JSON.stringify(out))
