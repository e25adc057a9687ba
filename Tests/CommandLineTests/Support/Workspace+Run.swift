import Foundation
import TestSupport
import Testing

extension Workspace {
  /// Runs the program `settings-tui` in the folder.
  func run(_ arguments: String...) throws -> Run { try run(arguments) }

  /// Runs the program `settings-tui` in the folder.
  func run(_ arguments: [String]) throws -> Run {
    try Run(BuiltPrograms.settingsTUI, arguments, in: folder)
  }

  /// Writes a script that can be run as a program, and the folders of its path.
  ///
  /// A shell writes it: a file that this process, or a child that another test has just forked, has open for writing can't be executed
  /// (`ETXTBSY`), and a search in `PATH` would go on to the next program of that name.
  ///
  /// - Parameter path: The program's path; one without a slash at the beginning is in the folder.
  func write(program path: String, _ script: String) throws {
    let made = try Run(
      "/bin/sh",
      ["-c", #"mkdir -p "$(dirname "$1")" && printf '%s\n' "$0" >"$1" && chmod 755 "$1""#, script, path],
      in: folder)
    try #require(made.status == 0, "\(made.errors)")
  }
}
