/// A document whose form can't be inferred, because it isn't an object.
package struct FormInferenceError: Error, Hashable, CustomStringConvertible {
  /// The type of the document.
  let type: JSONType

  /// One sentence that says what was found.
  package var description: String {
    "The form can't be inferred, because the content is \(type.name), not an object."
  }
}

extension FormSchema {
  /// Infers a form from the values of a settings file.
  ///
  /// Objects are sections, lists of objects are lists of structs with the keys of all elements. The types of the settings only
  /// determine how their values are edited; every value is valid.
  ///
  /// Cost: linear in the size of the document.
  package init(inferredFrom document: JSONDocument) throws(FormInferenceError) {
    guard case .object(var object) = document.root.value else {
      throw FormInferenceError(type: JSONType(of: document.root.value))
    }
    object["$schema"] = nil
    var root = FormInference.section(key: "", [object])
    root.title = "Settings"
    self.init(root: root)
    source = .inferred
  }

  /// Whether the form was inferred from the values of a settings file.
  package var isInferred: Bool { source == .inferred }
}

extension SourceSchema {
  /// The schema of an inferred form, which every value meets.
  fileprivate static let inferred = SourceSchema(
    root: JSONSchema(keywords: [.other("$comment", "Inferred from the values of a file.")]), definitions: [:])
}
