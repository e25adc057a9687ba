/// A document whose form can't be inferred, because it is neither an object nor a list.
package struct FormInferenceError: Error, Hashable, CustomStringConvertible {
  /// The type of the document.
  let type: JSONType

  /// One sentence that says what was found.
  package var description: String {
    "The form can't be inferred, because the content is \(type.name), not an object or a list."
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
    switch document.root.value {
    case .object(var object):
      object["$schema"] = nil
      self.init(root: FormInference.section(key: "", [object]))
    case .array(let elements):
      self.init(root: FormSection(key: "", title: ""))
      rootSetting = FormInference.setting(key: "", [.array(elements)])
    case let scalar: throw FormInferenceError(type: JSONType(of: scalar))
    }
    root.title = FormSection.rootTitle
    rootSetting?.title = FormSection.rootTitle
    source = .inferred
  }
}
