import SettingsSchemas
import Testing

@testable import Settings
@testable import SettingsEditing
@testable import SettingsTUI

@Suite("A new value to start from")
struct NewValueTests {
  private func kind(_ schema: String) throws -> FormKind {
    let index = FormIndex(try FormSchema(parsingSchema: Array(schema.utf8)))
    return try #require(index[["a"]]).setting.kind
  }

  @Test(
    "of a kind that contains itself has an end",
    arguments: [
      // A node requires its next node: no value is valid.
      (
        ##"{"properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/N"}}}, "$defs": {"N": {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#/$defs/N"}}}}}"##,
        "null"
      ),
      // The first alternative is an expression again.
      (
        ##"{"properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/E"}}}, "$defs": {"E": {"oneOf": [{"title": "not", "type": "object", "required": ["not"], "properties": {"not": {"$ref": "#/$defs/E"}}}, {"title": "is", "type": "object", "required": ["is"], "properties": {"is": {"type": "string"}}}]}}}"##,
        #"{"not": {"is": ""}}"#
      ),
    ])
  func finite(_ schema: String, _ expected: String) throws {
    guard case .list(let element, _) = try kind(schema) else {
      Issue.record("The setting is no list.")
      return
    }
    #expect(NewValue.of(element).description == expected)
  }
}
