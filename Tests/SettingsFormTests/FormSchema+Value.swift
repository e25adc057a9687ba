import SettingsForm
import SettingsValidation

extension FormSchema {
  /// Reads a form that a test has as a value, and that this library could have written.
  init(_ json: JSONValue) throws(FormSchemaError) {
    try self.init(written: json.bytes(.compact))
  }
}
