import SettingsSystem

/// A symbolic link on the way to a settings file that belongs to another user, who can make it lead elsewhere.
///
/// The links of root are trusted: root can replace the file itself.
public struct ForeignLink: Hashable, Sendable {
  /// The link's path, as far as it was followed.
  public let path: String
  /// What the link leads to, as it is written there.
  public let target: String
  /// The user that owns the link.
  public let owner: UInt32

  /// What a name on the way stands for.
  struct Step: Hashable, Sendable {
    let owner: UInt32
    /// What the link leads to; `nil` for anything but a link.
    let target: String?
  }

  /// More links than the system follows itself.
  private static let mostLinks = 40

  /// The foreign links that a path goes through, in order, those of its folders included.
  ///
  /// - Parameters:
  ///   - path: the path as a person gave it.
  ///   - user: the user who follows it.
  ///   - look: says what a path stands for, its last link not followed; `nil` if there is nothing, or it can't be told.
  static func links(on path: String, for user: UInt32, _ look: (String) -> Step?) -> [ForeignLink] {
    var found: [ForeignLink] = []
    var reached = path.hasPrefix("/") ? "/" : ""
    var rest = names(of: path)[...]
    var linkCount = 0
    while let name = rest.popFirst() {
      let place = reached.isEmpty || reached.hasSuffix("/") ? reached + name : "\(reached)/\(name)"
      guard let step = look(place) else { break }
      guard let target = step.target else {
        reached = place
        continue
      }
      linkCount += 1
      guard linkCount <= mostLinks else { break }
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
  /// One sentence without its full stop.
  public var description: String {
    let user = Login.name(of: owner) ?? "\(owner)"
    return "\(path) is a symbolic link of user \(user) to \(target)"
  }

  var json: JSONValue {
    [
      "path": .string(path), "target": .string(target), "owner": .number(JSONNumber(Int(owner))),
      "ownerName": Login.name(of: owner).map(JSONValue.string) ?? .null,
    ]
  }
}
