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
///
/// Times and countdowns are replaced, since they differ in each run. On a difference, the failure shows the whole screen.
///
/// - Parameters:
///   - name: The name of the file, with the size of the screen: `review-80x24`.
///   - masking: A text that differs in each run, and what replaces it.
@MainActor
func expectGolden(
  _ name: String, _ driver: EditorDriver, masking: (String, String) = ("", ""),
  location: SourceLocation = #_sourceLocation
) {
  let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(
    separator: "/")
  let path = "\(folder)/Golden/\(name).txt"
  // Times differ between runs.
  var text = driver.text.replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/#, with: "2026-11-21 09:30:00") + "\n"
  text = text.replacing(#/ack in \d{3} s/#, with: "ack in 600 s")
  if !masking.0.isEmpty { text = text.replacing(masking.0, with: masking.1) }
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
