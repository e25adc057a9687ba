import Foundation
import TestSupport
import Testing

/// The editor on a file whose form is gone.
@Suite struct MissingFormTests {
  @Test("The editor opens, and says that the form is missing")
  func editor() throws {
    let workspace = try Workspace()
    try FileManager.default.removeItem(atPath: workspace.folder + "/server.form.json")
    let result = try workspace.shell(#"echo q | "$0" edit settings.json --plain"#)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.contains("server.form.json: no such file, but \"$schema\" of settings.json names it."),
      "\(result.output)")
    #expect(result.output.contains("The types are inferred from the values."))
    #expect(workspace.content == Workspace.content)
  }
}
