import Foundation
import SettingsForm
import SettingsSchemas
import SettingsValidation
import TestSupport
import Testing

/// The examples of `Documentation/Form.md` are what its comments claim.
@Suite struct FormPageTests {
  /// What a comment before an example claims about it.
  private enum Claim {
    case form
    case refusedForm(pointer: String)
    case unusablePart(pointer: String)
    case validDocument
    case invalidDocument(path: String)

    init?(_ comment: String?) {
      let words = comment ?? ""
      let text = words.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
      let argument = text.trimmingCharacters(in: .whitespaces)
      if words == "form" {
        self = .form
      } else if words == "valid" {
        self = .validDocument
      } else if words.hasPrefix("not a form:") {
        self = .refusedForm(pointer: argument)
      } else if words.hasPrefix("unusable:") {
        self = .unusablePart(pointer: argument)
      } else if words.hasPrefix("invalid:") {
        self = .invalidDocument(path: argument)
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
      let index = try FormIndex(parsingSchema: bytes)
      let error = index.ruleError
      #expect(error == nil, "\(place)")
      form = index
    case .refusedForm(let pointer):
      let error = #expect(throws: FormSchemaError.self, "\(place)") { try FormSchema(written: bytes) }
      #expect(error?.path.pointer.hasPrefix(pointer) == true, "\(place): \(String(describing: error))")
    case .unusablePart(let pointer):
      #expect(try FormIndex(parsingSchema: bytes).form.warnings.map(\.path.pointer) == [pointer], "\(place)")
    case .validDocument:
      #expect(try errors(in: bytes, form) == [], "\(place)")
    case .invalidDocument(let path):
      let errors = try errors(in: bytes, form)
      #expect(errors.contains { $0.path.description == path }, "\(place): \(errors)")
    }
  }

  private func errors(in bytes: [UInt8], _ form: FormIndex?) throws -> [FormProblem] {
    let document = try JSONDocument(parsing: bytes)
    return FormValidator(try #require(form)).problems(in: document).filter { $0.severity == .error }
  }
}
