import Foundation
import TestSupport
import Testing

@testable import SettingsGenCore

/// The table of annotations and its page agree, and each example does something where the table says that it can be.
@Suite struct AnnotationTableTests {
  private static let uses = AnnotationKey.allCases.flatMap { key in key.row.places.map { (key, $0) } }

  /// The parts of the page, by their headings; what is above the first has none.
  private static let parts = Result {
    let page = try String(
      contentsOf: MarkdownPage.package.appending(path: "Documentation/Annotations.md"), encoding: .utf8)
    return Dictionary(
      uniqueKeysWithValues: page.components(separatedBy: "\n## ").enumerated().map { number, part in
        (number == 0 ? "" : part.prefix { $0 != "\n" }, part)
      })
  }

  @Test("The page has each annotation where it can be, and its example", arguments: uses)
  func page(key: AnnotationKey, place: AnnotationKey.Place) throws {
    let heading: Substring =
      switch place {
      case .root: ""
      case .setting: "Annotations of a setting"
      case .section: "Annotations of a section"
      case .enumeration, .enumCase, .associatedValue: "Annotations of an enum and of its cases"
      }
    let parts = try Self.parts.get()
    #expect(parts[heading]?.contains(try Regex("`\(key.rawValue)\\b")) == true)
    #expect(parts.values.contains { $0.contains("`\(key.row.example)`") })
  }

  @Test("Each example is accepted where the table says, and changes what is generated", arguments: uses)
  func example(key: AnnotationKey, place: AnnotationKey.Place) {
    let comment = "\n// setting: \(key.row.example)\n"
    let changes = Self.sources(at: place).filter { source in
      let made = Generated(source.replacing("@", with: comment))
      let plain = Generated(source.replacing("@", with: "\n"))
      return made.form != nil && (made.swift, made.messages) != (plain.swift, plain.messages)
    }
    #expect(!changes.isEmpty)
  }

  /// Sources in which a declaration is annotated at `@`.
  private static func sources(at place: AnnotationKey.Place) -> [String] {
    func app(_ members: String) -> String { "struct App: SettingsGroup {\nvar first = 1\n\(members)\n}\n" }
    return switch place {
    case .root: ["@\(app(""))"]
    case .setting:
      ["var a = 10", "var a = \"abc\"", "var a: Locale = .current", "var a: Int = made()"].map {
        app("@\($0)")
      }
    case .section: [app("@var a = Inner()") + "struct Inner: SettingsGroup { var b = 1 }"]
    case .enumeration: [app("var a: E.Options = []") + "@enum E { case x }"]
    case .enumCase:
      [
        app("var a = E.y") + "enum E: String, Codable { case y\n@case x }",
        app("var a = E.y") + "enum E: Codable { case y\n@case x(v: Int) }",
      ]
    case .associatedValue:
      ["Int", "String"].map { app("var a = E.y") + "enum E: Codable { case y\ncase x(@v: \($0)) }" }
    }
  }
}
