// Measures each part side by side with its alternative.
//
//     swift run --package-path Benchmarks --configuration release [NAME…]
//
// With names, runs only the suites whose names begin with one of them.

let suites: [Suite] = [
  Suite("json-parse", runParsing),
  Suite("json-edit", runEditing),
  Suite("json-memory", runMemory),
  Suite("form-validate", runValidation),
  Suite("store-open", runOpening),
  Suite("store-layers", runLayers),
  Suite("store-stage", runStaging),
  Suite("store-apply", runApply),
  Suite("store-observers", runObservers),
  Suite("rules", runRules),
]

let wanted = CommandLine.arguments.dropFirst()
var rows: [Summary.Row] = []
for suite in suites where wanted.isEmpty || wanted.contains(where: suite.name.hasPrefix) {
  print("\n# \(suite.name)")
  rows += try suite.run()
}
Summary(rows: rows).print()
