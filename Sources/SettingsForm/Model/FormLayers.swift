/// Where an app keeps its settings: the layers of values below and above its settings file.
package struct FormLayers: Hashable, Sendable {
  /// The name of the app's folders and, in capitals, the prefix of its environment variables.
  package let app: String

  package init(app: String) {
    self.app = app
  }
}

extension FormLayers {
  /// The keyword, at the root of the form.
  package static let keyword = "x-layers"

  package var json: JSONValue { ["app": .string(app)] }

  /// Reads the keyword of a form.
  package init(_ value: JSONValue) throws(FormSchemaError) {
    guard case .object(let object) = value, case .string(let app)? = object["app"], Self.isName(app) else {
      throw FormSchemaError(
        path: [Self.keyword],
        reason: .wrongValue(expected: "an object with the name of the app's folders as \"app\""))
    }
    self.app = app
  }

  /// Whether text is the name of a folder.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("/") && !text.hasPrefix(".") && !text.contains("\0")
  }
}
