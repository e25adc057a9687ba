import Foundation
import SettingsForm
import TestSupport
import Testing

/// The examples of `Documentation/Form.md` are what its comments claim.
@Suite struct FormPageTests {
  /// What a comment before an example claims about it.
  private enum Claim {
    case form
    case refusedForm(message: String)
    case validDocument
    case invalidDocument(problem: String)

    init?(_ comment: String?) {
      let words = comment ?? ""
      let text = words.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
      let argument = text.trimmingCharacters(in: .whitespaces)
      if words == "form" {
        self = .form
      } else if words == "valid" {
        self = .validDocument
      } else if words.hasPrefix("not a form:") {
        self = .refusedForm(message: argument)
      } else if words.hasPrefix("invalid:") {
        self = .invalidDocument(problem: argument)
      } else {
        return nil
      }
    }
  }

  @Test("Each example of the form's reference is what the page claims")
  func examples() throws {
    let page = try MarkdownPage("Documentation/Form.md")
    var form: FormIndex?
    var count = 0
    for block in page.blocks where block.language == "json" {
      let claim = try #require(Claim(block.comment), "line \(block.line) has no comment")
      try check(claim, Array(block.code.utf8), "line \(block.line)", &form)
      count += 1
    }
    #expect(count > 10)
  }

  private func check(_ claim: Claim, _ bytes: [UInt8], _ place: String, _ form: inout FormIndex?) throws {
    switch claim {
    case .form:
      let index = try FormIndex(parsing: bytes)
      let error = index.ruleError
      #expect(error == nil, "\(place)")
      form = index
    case .refusedForm(let message):
      let error = #expect(throws: FormSchemaError.self, "\(place)") {
        let index = try FormIndex(parsing: bytes)
        if let error = index.ruleError { throw error }
      }
      #expect(error?.description.contains(message) == true, "\(place): \(String(describing: error))")
    case .validDocument:
      #expect(try problems(of: bytes, form) == [], "\(place)")
    case .invalidDocument(let problem):
      let found = try problems(of: bytes, form)
      #expect(found.contains { $0.contains(problem) }, "\(place): \(found)")
    }
  }

  private func problems(of bytes: [UInt8], _ form: FormIndex?) throws -> [String] {
    FormValidator(try #require(form)).problems(in: try JSONDocument(parsing: bytes)).map(\.description)
  }
}
