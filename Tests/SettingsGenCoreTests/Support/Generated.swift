import SettingsForm
import SettingsValidation

@testable import SettingsGenCore

extension SourceFile {
  /// Creates a file from text.
  init(path: String, module: String? = nil, text: String) {
    self.init(
      path: path, module: module, text: Array(text.utf8))
  }
}

extension Generator {
  /// Returns the form of sources with one root; `nil` if there are errors, or if there are no settings and that is allowed.
  static func form(
    of files: [SourceFile], root: String?, allowsNone: Bool, _ diagnostics: inout Diagnostics
  ) -> GeneratedForm? {
    let words = (root.map { ["--root", $0] } ?? []) + (allowsNone ? ["--allow-none"] : [])
    guard let options = try? CommandOptions(words + files.map(\.path)) else { return nil }
    return (try? forms(of: files, options, configured: nil, into: &diagnostics))?.first
  }
}

/// The result of the generator for source files, without files and without the compiler.
///
///     let result = Generated.members("// setting: range = 1...30\nvar days = 7")
///     result.setting("days")?.kind       an integer from 1 to 30
///     result.messages                    ["2:…: error: …"], empty here
struct Generated {
  let form: GeneratedForm?
  /// The diagnostics in source order, each as `line:column: severity: text`.
  let messages: [String]
  /// All diagnostics, as the command prints them.
  let text: String

  /// Reads files with these contents, named `A.swift`, `B.swift`…
  init(_ contents: String..., root: String? = nil) {
    self.init(files: contents, root: root)
  }

  init(files contents: [String], root: String? = nil, allowsNone: Bool = false) {
    let files = contents.enumerated().map { index, text in
      SourceFile(path: "\(Character(UnicodeScalar(UInt8(65 + index)))).swift", text: text)
    }
    var diagnostics = Diagnostics()
    form = Generator.form(of: files, root: root, allowsNone: allowsNone, &diagnostics)
    text = DiagnosticRenderer(files: files).text(diagnostics.all)
    messages = text.split(separator: "\n").map(String.init).compactMap { line in
      if line.hasPrefix("error: ") { return line }
      guard line.contains(".swift:"),
        line.contains(": error: ") || line.contains(": warning: ")
          || line.contains(": note: ")
      else { return nil }
      return String(line.drop { $0 != ":" }.dropFirst())
    }
  }

  /// Reads the members of a root struct, which start at line 2.
  static func members(_ text: String, _ more: String = "") -> Generated {
    Generated("struct App: SettingsGroup {\n\(text)\n}\n\(more)")
  }

  /// The setting at a path.
  func setting(_ keys: String...) -> FormSetting? {
    guard let form else { return nil }
    return FormIndex(form.schema)[SettingPath(keys)]?.setting
  }

  /// The section at a path.
  func section(_ keys: String...) -> FormSection? {
    guard let form else { return nil }
    return FormIndex(form.schema).section(at: SettingPath(keys))
  }

  /// The keys of the root's items, in order.
  var keys: [String] { form?.schema.root.items.map(\.key) ?? [] }

  /// The generated Swift code.
  var swift: String { form.map(SwiftEmitter.source) ?? "" }
}

/// Kinds of types, for tests that aren't about their limits.
extension FormKind {
  static let int = FormKind.integer(IntegerType.int.limits)
  static let double = FormKind.number(FractionType.double.limits)
  static let date = FormKind.string(TextLimits(format: .dateTime, readsJSONEncoder: true))
  static let duration = FormKind.string(TextLimits(format: .duration, readsJSONEncoder: true))
}
