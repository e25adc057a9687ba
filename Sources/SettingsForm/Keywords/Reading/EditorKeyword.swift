/// Keywords of VS Code and of JetBrains' editors, which JSON Schema doesn't define.
///
/// A form that this library writes has none of them. They are read from other schemas; a value of a wrong type is ignored.
package enum EditorKeyword: String, CaseIterable, Sendable {
  // The help of a setting.
  case markdownDescription
  case htmlDescription = "x-intellij-html-description"
  // Titles and help of the values of `enum`, in the same order.
  case enumDescriptions
  case markdownEnumDescriptions
  case enumItemLabels
  /// Titles and help of the values of `enum`, by value.
  case enumMetadata = "x-intellij-enum-metadata"
  // Why a setting is deprecated, and what to use instead.
  case deprecationMessage
  case markdownDeprecationMessage
  // What to do about an invalid value.
  case errorMessage
  case patternErrorMessage
  // Values to choose from.
  case examples
  case defaultSnippets
}

extension EditorKeyword {
  /// Whether the keyword is text for a person. The other keywords have values to choose from, and are read from any form.
  package var isText: Bool { self != .examples && self != .defaultSnippets }
}

extension JSONSchema {
  /// What a person reads about the values of `enum`.
  package var valueDescriptions: [ValueDescription] {
    for case .valueDescriptions(let strings) in keywords { return strings }
    return []
  }

  /// Returns the text of a keyword; `nil` without that keyword, or if it isn't text.
  func text(of keyword: EditorKeyword) -> String? {
    for case .other(keyword.rawValue, .string(let text)) in keywords { return text }
    return nil
  }
}
