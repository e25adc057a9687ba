import SettingsForm
import SettingsValidation

extension FormSchema {
  /// Reads a form that a test has as a value.
  init(_ json: JSONValue) throws(FormSchemaError) {
    try self.init(parsing: json.bytes(.compact))
  }
}
