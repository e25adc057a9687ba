import Foundation
import TestSupport
import Testing

/// The user `nobody`.
///
/// Root can read and write everything, so tests of permissions run programs as this user if root runs the tests. Tests with two users need
/// root.
///
///     isRoot              the tests can act as two users
///     isAnyOrdinary       there is a user whom permissions concern: this one, or the user of the tests
///     otherwise           the test is skipped
enum OtherUser {
  static let id: UInt32 = 65534
  static let isRoot = geteuid() == 0

  /// Whether root can run the built programs as this user, who may lack access to the folders above them.
  static let canRunPrograms: Bool = {
    guard isRoot, BuiltPrograms.tool("setpriv") != nil else { return false }
    return (try? run(BuiltPrograms.settingsTUI, ["--help"], in: "/"))?.status == 0
  }()

  /// Whether there is a user who isn't root: this one, or the user of the tests.
  static let isAnyOrdinary = !isRoot || canRunPrograms

  static let twoUsers: Comment =
    "only root can act as two users, by setpriv, and needs programs that others may run"

  /// Runs a program as this user if root runs the tests, or else as the user of the tests.
  ///
  /// - Parameter groups: Additional groups of the user.
  static func run(
    _ program: String, _ arguments: [String], groups: [UInt32] = [], in folder: String
  ) throws -> Run {
    guard isRoot else { return try Run(program, arguments, in: folder) }
    let setpriv = try #require(BuiltPrograms.tool("setpriv"))
    let groups =
      groups.isEmpty ? ["--clear-groups"] : ["--groups", groups.map(String.init).joined(separator: ",")]
    return try Run(
      setpriv, ["--reuid", "\(id)", "--regid", "\(id)"] + groups + [program] + arguments, in: folder)
  }
}

extension Workspace {
  /// Runs `settings-tui` as a user who isn't root. A program that hangs is ended after 60 seconds.
  func runAsUser(_ arguments: String..., groups: [UInt32] = []) throws -> Run {
    try OtherUser.run(
      "/usr/bin/env", ["timeout", "60", BuiltPrograms.settingsTUI] + arguments, groups: groups, in: folder)
  }

  /// Runs `settings-tui`. A program that hangs is ended after 60 seconds, with status 124.
  func runInTime(_ arguments: String...) throws -> Run {
    try Run("/usr/bin/env", ["timeout", "60", BuiltPrograms.settingsTUI] + arguments, in: folder)
  }

  /// Runs a shell script in the folder. `$0` is `settings-tui`.
  func shell(_ script: String) throws -> Run {
    try Run("/bin/sh", ["-c", script, BuiltPrograms.settingsTUI], in: folder)
  }

  /// The same as a user who isn't root.
  func shellAsUser(_ script: String) throws -> Run {
    try OtherUser.run("/bin/sh", ["-c", script, BuiltPrograms.settingsTUI], in: folder)
  }

  /// Makes the user who isn't root the owner of the folder and its content.
  func giveToUser() throws {
    guard OtherUser.isRoot else { return }
    let run = try Run("/bin/chown", ["-R", "\(OtherUser.id):\(OtherUser.id)", folder])
    try #require(run.status == 0, "\(run.errors)")
  }

  var historyFolder: String { folder + "/.settings.json.history" }

  /// The names in the history; `nil` if it doesn't exist.
  var historyNames: [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: historyFolder).sorted()
  }

  /// Returns the permission bits, the owner and the group of a file: `640 1000:100`.
  func permissions(of name: String = "settings.json") -> String? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name),
      let mode = attributes[.posixPermissions] as? Int, let owner = attributes[.ownerAccountID] as? Int,
      let group = attributes[.groupOwnerAccountID] as? Int
    else { return nil }
    return "\(String(mode, radix: 8)) \(owner):\(group)"
  }
}

/// Expects that a command failed with a status and one sentence, which begins with the program's name and contains some words.
func expectRefusal(
  _ run: Run, _ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(run.status == status && run.signal == nil, "\(run.errors)", sourceLocation: sourceLocation)
  #expect(run.errors.hasPrefix("settings-tui: "), "\(run.errors)", sourceLocation: sourceLocation)
  #expect(
    run.errors.split(separator: "\n").count == 1, "\(run.errors)", sourceLocation: sourceLocation)
  for word in words {
    #expect(run.errors.contains(word), "\(run.errors)", sourceLocation: sourceLocation)
  }
}
