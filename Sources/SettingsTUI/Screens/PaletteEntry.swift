/// A command in the list of commands.
struct PaletteEntry: Hashable {
  let command: Command
  /// The command's first key; `nil` if it has no key.
  let key: Key?
  let title: String
  /// The heading of the command in the list of keys.
  let group: String
  /// Why the command can't be performed now; `nil` if it can.
  let refusal: String?

  /// Returns the commands of a place that apply to what has the focus, in the order of the list of keys, each description once.
  static func entries(
    of map: KeyMap, availability: (Command) -> CommandAvailability
  ) -> [PaletteEntry] {
    var commands: Set<Command> = []
    var titles: Set<String> = []
    return map.groups.flatMap { group in
      group.bindings.compactMap { binding in
        guard binding.command.isListed, commands.insert(binding.command).inserted else { return nil }
        let refusal: String?
        switch availability(binding.command) {
        case .available: refusal = nil
        case .refused(let reason): refusal = reason
        case .absent: return nil
        }
        guard titles.insert(binding.title).inserted else { return nil }
        return PaletteEntry(
          command: binding.command, key: binding.keys.first, title: binding.title, group: group.title,
          refusal: refusal)
      }
    }
  }

  /// Returns the lines below the list: why the command can't be performed, or else its description; and its name.
  func explanation(columns: Int, _ glyphs: Glyphs) -> [[Span]] {
    let text = refusal ?? "\(title)."
    let lines = glyphs.visible.wrap(text, columns: columns, atMost: 2).map {
      [Span($0, refusal == nil ? .text : .changed)]
    }
    return lines + [[Span("In keys.json: \(command.rawValue)", .secondary)]]
  }
}
