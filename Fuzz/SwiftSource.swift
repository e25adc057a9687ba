// Sources: Sources/SettingsJSON Sources/SettingsForm Sources/SettingsValidation Sources/SettingsSystem Sources/SettingsGenCore

/// Reads bytes as Swift source: the generator returns a form or an error, and a form survives encoding and decoding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count)).map { $0 == 0 ? 0x20 : $0 }
  let files = [SourceFile(path: "a.swift", text: bytes)]
  var diagnostics = Diagnostics()
  guard let options = try? CommandOptions(["a.swift"]) else { return 0 }
  let form = (try? Generator.forms(of: files, options, configured: nil, into: &diagnostics))?.first
  _ = DiagnosticRenderer(files: files).text(diagnostics.all)
  require((form == nil) == diagnostics.hasErrors, "Neither a form nor an error, or both", bytes)
  guard let form else { return 0 }
  require(!SwiftEmitter.source(form).isEmpty, "A form without code", bytes)
  let text = form.schema.bytes
  require((try? FormSchema(written: text)) == form.schema, "The form reads back differently", bytes)
  return 0
}

private func require(_ condition: Bool, _ message: String, _ bytes: [UInt8]) {
  guard !condition else { return }
  fatalError("\(message): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
}
