import SettingsForm

/// The text and rows of sections that the running app provides.
extension FormBuilder {
  /// Sets a section's header, footer and rows, and adds the hooks that provide them.
  ///
  /// - Parameter sets: The annotations of the type and of the property; the property's override those of the type.
  mutating func addHooks(
    to section: inout FormSection, _ sets: [AnnotationSet], named name: String, path: SettingPath,
    in context: Context
  ) {
    for (key, text) in [(AnnotationKey.injectHeader, \FormSection.header), (.injectFooter, \.footer)] {
      for set in sets {
        let hook = first(of: [set]) { set throws(AnnotationError) in try set.textHook(key, named: name) }
        section[keyPath: text] = hook ?? section[keyPath: text]
      }
      if let hook = section[keyPath: text] { hooks.add(.text, hook, for: path) }
    }
    if context.isElement {
      for set in sets { checkNoRows(set, name) }
      return
    }
    section.details = rows(.detail, sets)
    section.actions = rows(.action, sets)
    for row in section.details { hooks.add(.detail, row.name, for: path) }
    for row in section.actions { hooks.add(.action, row.name, for: path) }
  }

  /// Returns the rows of a section, in the order of their annotations.
  private mutating func rows(_ key: AnnotationKey, _ sets: [AnnotationSet]) -> [FormRow] {
    guard let annotations = sets.last(where: { $0[key] != nil }) else { return [] }
    var names: Set<String> = []
    var rows: [FormRow] = []
    for annotation in annotations.all(key) {
      let found = first(of: [annotations]) { set throws(AnnotationError) in
        try set.functions(key, of: annotation)
      }
      for name in found ?? [] {
        if names.insert(name).inserted {
          rows.append(FormRow(name: name, title: SettingTitle.words(name)))
        } else {
          let error = annotations.error("'\(name)' is another row of this section already", at: annotation)
          diagnostics.error(error.message, at: error.location)
        }
      }
    }
    return rows
  }

  /// Reports rows of a type whose values are elements, because only sections have rows.
  mutating func checkNoRows(_ annotations: AnnotationSet, _ name: String) {
    for key in [AnnotationKey.detail, .action] {
      guard let annotation = annotations[key] else { continue }
      diagnostics.warn(
        "'\(key.rawValue)' has no effect where '\(name)' is a value, since only sections have rows",
        at: SourceLocation(file: annotations.file, offset: annotation.offset))
    }
  }
}
