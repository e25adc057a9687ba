import Testing

@testable import SettingsForm

@Suite("Coding a form as JSON Schema")
struct FormCodingTests {
  @Test("Any form reads back as it was written, texts and order and all", arguments: 0..<1_500)
  func roundTrip(_ index: UInt64) throws {
    let seed = 7_000_000 + index
    let form = RandomForm.form(seed: seed)
    let json = form.json
    let read = try FormSchema(json)
    #expect(read == form, "seed \(seed)")
    #expect(read.json.text() == json.text(), "seed \(seed)")
    let parsed = try FormSchema(parsing: form.bytes)
    #expect(parsed == form, "seed \(seed)")
  }
}
