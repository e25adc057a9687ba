/// The areas of the main screen in a window.
struct BrowseLayout: Hashable {
  /// The line with the file and the counts.
  let title: Rect
  /// The line about a pending confirmation; empty if no confirmation is pending.
  let banner: Rect
  /// The tree of sections; empty in a narrow window.
  let sections: Rect
  /// The list of settings.
  let settings: Rect
  /// Help for the focused setting; empty where there is no room.
  let help: Rect
  /// The line with the keys.
  let hints: Rect
  /// Whether the help is to the right of the settings instead of below.
  let isHelpBeside: Bool

  /// Whether the tree and the settings share one column.
  var isSingleColumn: Bool { sections.isEmpty }

  init(_ area: Rect, hasBanner: Bool = false) {
    var rest = area
    title = rest.removeTop(1)
    banner = rest.removeTop(hasBanner ? 1 : 0)
    hints = rest.removeBottom(1)
    isHelpBeside = area.width >= 140
    if area.width >= 72 {
      sections = rest.removeLeft(min(38, max(24, area.width / 5)))
      _ = rest.removeLeft(1)
    } else {
      sections = Rect(x: rest.x, y: rest.y, width: 0, height: rest.height)
    }
    if isHelpBeside {
      help = rest.removeRight(min(64, area.width * 3 / 10))
      _ = rest.removeRight(1)
    } else if area.height >= 13 {
      help = rest.removeBottom(min(10, max(4, area.height / 4)))
      _ = rest.removeBottom(1)
    } else {
      help = rest.removeBottom(2)
    }
    settings = rest
  }

  /// Whether there is a line between the settings and the help below them.
  var hasRule: Bool { !isHelpBeside && help.y > settings.maxY }
}
