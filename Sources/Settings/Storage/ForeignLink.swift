import SettingsSystem

/// A symbolic link of another user on the path of a settings file. That user can replace it with a link to another file.
///
/// Links of root are trusted, because root can replace the file itself.
package struct ForeignLink: Hashable, Sendable {
  package let path: String
  package let target: String
  /// The owner's user ID.
  package let owner: UInt32

  /// A component of the path, as it is without following it.
  struct Step: Hashable, Sendable {
    let owner: UInt32
    /// The target of the link; `nil` if it isn't a link.
    let target: String?
  }

  /// The maximum number of links, at least as many as the system follows. A path with more can't be opened anyway.
  private static let maxLinks = 40

  /// Returns the foreign links of a path and of its folders, in order.
  ///
  /// - Parameters:
  ///   - path: The path from the user.
  ///   - user: The user who follows it.
  ///   - status: Returns the kind of a path without following its last link; `nil` if it doesn't exist or can't be read.
  static func links(on path: String, for user: UInt32, _ status: (String) -> Step?) -> [ForeignLink] {
    var found: [ForeignLink] = []
    var reached = path.hasPrefix("/") ? "/" : ""
    var rest = names(of: path)[...]
    var linkCount = 0
    while let name = rest.popFirst() {
      let place = reached.isEmpty || reached.hasSuffix("/") ? reached + name : "\(reached)/\(name)"
      guard let step = status(place) else { break }
      guard let target = step.target else {
        reached = place
        continue
      }
      linkCount += 1
      guard linkCount <= maxLinks else { break }
      if step.owner != user, step.owner != 0 {
        found.append(ForeignLink(path: place, target: target, owner: step.owner))
      }
      if target.hasPrefix("/") { reached = "/" }
      rest = names(of: target)[...] + rest
    }
    return found
  }

  private static func names(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }
}

extension ForeignLink: CustomStringConvertible {
  /// One sentence, without its period.
  package var description: String {
    let user = Login.name(of: owner) ?? "\(owner)"
    return "\(path) is a symbolic link of user \(user) to \(target)"
  }

  package var json: JSONValue {
    [
      "path": .string(path), "target": .string(target), "owner": .number(JSONNumber(Int(owner))),
      "ownerName": Login.name(of: owner).map(JSONValue.string) ?? .null,
    ]
  }
}
