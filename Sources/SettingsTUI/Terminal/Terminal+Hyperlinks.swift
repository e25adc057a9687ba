import CTerminal
import SettingsSystem

extension Terminal {
  /// Whether the terminal shows links (OSC 8), by the variables that terminals set.
  ///
  /// Terminals can't be asked. Most of those that don't know links ignore them, but some show the sequence as text.
  static func showsHyperlinks(_ value: (String) -> String?) -> Bool {
    if let forced = value("FORCE_HYPERLINK") { return forced != "0" && !forced.isEmpty }
    let type = value("TERM") ?? ""
    let program = value("TERM_PROGRAM") ?? ""
    // The variables of the terminal around a multiplexer reach its programs, too.
    if type.hasPrefix("tmux") || type.hasPrefix("screen") {
      return program == "tmux" && isVersion(value("TERM_PROGRAM_VERSION") ?? "", atLeast: (3, 4))
    }
    if ["xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty", "contour"].contains(
      where: type.hasPrefix)
    {
      return true
    }
    if ["iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "rio"].contains(program) { return true }
    return value("WT_SESSION") != nil || number(value("VTE_VERSION")) >= 5000
      || number(value("KONSOLE_VERSION")) >= 201200
  }

  private static func number(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }

  private static func isVersion(_ text: String, atLeast least: (Int, Int)) -> Bool {
    // A version such as 3.4a or next-3.5.
    let numbers = text.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) >= least
  }

  /// Writes the links of a frame again.
  func show(_ links: [Hyperlink], in grid: Grid) {
    send(links.reduce(into: "") { $0 += $1.sequence(in: grid, theme) })
  }
}
