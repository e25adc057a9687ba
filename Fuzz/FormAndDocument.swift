// Sources: Sources/SettingsJSON Sources/SettingsForm Sources/SettingsValidation Sources/SettingsSchemas Fuzz/Support/FormGrammar.swift

/// Reads bytes as the decisions that make a form and a document. The document has the same problems with and without its text, a check of
/// whether there are problems agrees with the list of problems, no problem shows a secret, and numbers of problems are bounded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  // The last bytes decide the document, so that either can change without the other.
  let half = count / 2
  var grammar = FormGrammar(Array(bytes[..<half])[...])
  let form = grammar.form()
  guard let index = try? FormIndex(parsingSchema: form.bytes(.compact)) else { return 0 }
  var values = FormGrammar(Array(bytes[half...])[...])
  let value = values.value()
  guard let document = try? JSONDocument(parsing: value.bytes(.compact)) else {
    fatalError("A value doesn't parse: \(value)")
  }
  let validator = FormValidator(index)
  let found = validator.problems(in: document)
  let detached = validator.problems(in: value)
  func require(_ condition: Bool, _ message: String) {
    guard !condition else { return }
    fatalError("\(message):\n\(form)\n\(value)\n\(found)\n\(detached)")
  }
  require(found.map(\.message) == detached.map(\.message), "The problems depend on the text")
  require(found.map(\.path) == detached.map(\.path), "The places of problems depend on the text")
  for severity in FormProblem.Severity.allCases {
    require(found.count { $0.severity == severity } <= 5_000, "Too many problems are reported")
  }
  for problem in found { require(!problem.description.isEmpty, "A problem without a sentence") }
  for entry in index.settings.prefix(50) {
    guard let part = value.value(at: entry.path) else { continue }
    let masked = entry.setting.masked(part)
    require(entry.setting.masked(masked) == masked, "A masked value has more to mask")
    _ = entry.setting.text(for: part)
    _ = validator.problems(of: part, at: entry.path)
  }
  return 0
}
