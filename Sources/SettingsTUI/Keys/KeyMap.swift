/// The keys of one place. They are handled, shown as hints, and listed from this type.
struct KeyMap: Hashable, Sendable {
  /// A command with its keys.
  struct Binding: Hashable, Sendable {
    let command: Command
    var keys: [Key]
    /// The command's description in the list of keys.
    let title: String
    /// The command's description in the hint line; `nil` to leave it out.
    let hint: String?

    init(_ command: Command, _ keys: [Key], _ title: String, hint: String? = nil) {
      self.command = command
      self.keys = keys
      self.title = title
      self.hint = hint
    }
  }

  /// Bindings under a heading of the list of keys.
  struct Group: Hashable, Sendable {
    let title: String
    var bindings: [Binding]

    init(_ title: String, _ bindings: [Binding]) {
      self.title = title
      self.bindings = bindings
    }
  }

  private(set) var groups: [Group]

  init(_ groups: Group...) {
    self.groups = groups
  }

  var bindings: [Binding] { groups.flatMap(\.bindings) }

  /// Returns the command of a key.
  func command(for key: Key) -> Command? {
    for group in groups {
      if let binding = group.bindings.first(where: { $0.keys.contains(key) }) { return binding.command }
    }
    return nil
  }

  /// Returns the keys of a command.
  func keys(for command: Command) -> [Key] {
    bindings.first { $0.command == command }?.keys ?? []
  }

  /// Whether two commands may share a key. The focus distinguishes “no” from “next found”.
  static func mayShare(_ one: Command, _ other: Command) -> Bool {
    Set([one, other]) == [.no, .searchNext]
  }

  /// Gives commands other keys; a command that had one of these keys loses it.
  mutating func rebind(_ keys: [Command: [Key]]) {
    for (group, index) in groups.indices.flatMap({ group in
      groups[group].bindings.indices.map { (group, $0) }
    }) {
      let command = groups[group].bindings[index].command
      if let own = keys[command] {
        groups[group].bindings[index].keys = own
      } else {
        groups[group].bindings[index].keys.removeAll { key in
          keys.contains { $0.value.contains(key) && !Self.mayShare($0.key, command) }
        }
      }
    }
  }
}
