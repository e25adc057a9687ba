/// An item of a section.
package enum FormItem: Hashable, Sendable {
  /// A section inside the section.
  case section(FormSection)
  /// A setting.
  case setting(FormSetting)

  /// The key in the document.
  package var key: String {
    switch self {
    case .section(let section): section.key
    case .setting(let setting): setting.key
    }
  }
}
