import Testing

@testable import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Compares a screen with the one in the folder `Golden`; with `SETTINGS_RECORD` set, writes it there instead.
@MainActor
func expectGolden(_ name: String, _ driver: EditorDriver, location: SourceLocation = #_sourceLocation) {
  let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(
    separator: "/")
  let path = "\(folder)/Golden/\(name).txt"
  let text = driver.text + "\n"
  if getenv("SETTINGS_RECORD") != nil {
    guard let file = fopen(path, "w") else {
      Issue.record("cannot write \(path)", sourceLocation: location)
      return
    }
    fputs(text, file)
    fclose(file)
    return
  }
  guard let file = fopen(path, "r") else {
    Issue.record("cannot read \(path)", sourceLocation: location)
    return
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  let expected = String(decoding: bytes, as: UTF8.self)
  #expect(text == expected, "\(name) looks different:\n\(text)", sourceLocation: location)
}
