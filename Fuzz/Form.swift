// Sources: Sources/SettingsJSON Sources/SettingsForm Sources/SettingsValidation Sources/SettingsSchemas Fuzz/Support/FormGrammar.swift

/// Reads bytes as a form: as the form's text, or as decisions of a grammar. It opens, or there is an error with a place; a form that is
/// written reads back the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var grammar = FormGrammar(bytes.dropFirst())
  let source = bytes.first ?? 0 < 64 ? Array(bytes.dropFirst()) : grammar.form().bytes(.compact)
  guard let index = try? FormIndex(parsingSchema: source) else { return 0 }
  for warning in index.form.warnings {
    require(!warning.description.isEmpty, "A warning without a sentence", source)
  }
  for entry in index.settings {
    require(index.position(of: entry.path) != nil, "A setting isn't found by its path", source)
  }
  // The defaults are a document, whose problems are found without a crash.
  _ = FormValidator(index).problems(in: .object(JSONObject()))
  if let own = try? FormSchema(written: source) {
    require((try? FormSchema(written: own.bytes)) == own, "The form reads back differently", source)
  }
  return 0
}

private func require(_ condition: Bool, _ message: String, _ bytes: [UInt8]) {
  guard !condition else { return }
  fatalError("\(message): \(String(decoding: bytes, as: UTF8.self))")
}
