import Foundation
import Settings

func runValidation() throws -> [Summary.Row] {
  var rows: [Summary.Row] = []
  try forEachSize { rows += try runValidation($0) }
  return rows
}

private func runValidation<Root: SampleSettings>(_ type: Root.Type) throws -> [Summary.Row] {
  let bytes = try Root.json.bytes(.pretty())
  let data = Data(bytes)
  let document = try JSONDocument(parsing: bytes)
  // A form that is read has one shape for all settings with the same limits.
  let validator = FormValidator(FormIndex(try FormSchema(written: Array(Root.formSource.utf8))))
  var contest = Contest("Validating \(Root.count) settings, \(bytes.count) bytes")
  contest.add(
    "FormValidator", bytes: bytes.count, summarizedAs: "validating \(Root.count) settings by their form"
  ) { use(validator.problems(in: document)) }
  contest.add("reading the document", bytes: bytes.count) { use(try JSONDocument(parsing: bytes)) }
  contest.add("JSONDecoder into structs", bytes: bytes.count) {
    use(try JSONDecoder().decode(Root.self, from: data))
  }
  return try contest.run(insteadOf: "JSONDecoder into structs")
}
