import Settings

/// Text to read: all keys of a screen, or all details of a setting.
struct LinesScreen: Screen {
  let name: String
  let isDialog = false
  /// Returns the lines for a width.
  private let lines: @MainActor (ScreenContext, Glyphs, Int) -> [[Span]]
  private var top = 0
  private var count = 0
  private var page = 1

  init(name: String, lines: @escaping @MainActor (ScreenContext, Glyphs, Int) -> [[Span]]) {
    self.name = name
    self.lines = lines
  }

  let keyContext = KeyContext.reading

  /// The number of lines is that of the last frame; `top` is corrected after each command and again when the lines are drawn.
  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    switch command {
    case .moveUp: top -= 1
    case .moveDown: top += 1
    case .pageUp: top -= page
    case .pageDown: top += page
    case .halfPageUp: top -= page / 2
    case .halfPageDown: top += page / 2
    case .moveToStart: top = 0
    case .moveToEnd: top = count
    case .back: return [.pop]
    default: break
    }
    top = max(0, min(top, count - page))
    return []
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let lines = lines(context, frame.glyphs, area.width - 3)
    count = lines.count
    page = max(1, area.height)
    top = max(0, min(top, count - page))
    frame.draw(
      lines.dropFirst(top),
      in: Rect(x: area.x + 1, y: area.y, width: area.width - 3, height: area.height))
    frame.drawScrollBar(atEndOf: area, top: top, visible: page, of: count)
    frame.cursor = Point(x: 1, y: area.y)
    frame.drawHints(keyContext, context: context, without: count > page ? [] : [.pageDown], in: hints)
  }
}

extension LinesScreen {
  /// Returns keys with their title beside them, or below them if they are wider than their column.
  @MainActor
  private static func lines(
    _ keys: String, title: String, width: Int, columns: Int, glyphs: Glyphs
  ) -> [[Span]] {
    let used = glyphs.visible.width(of: keys)
    let indent = String(repeating: " ", count: width + 4)
    var lines = glyphs.visible.wrap(title, columns: max(8, columns - width - 4)).map {
      [Span(indent), Span($0)]
    }
    guard used <= width else {
      return glyphs.visible.wrap(keys, columns: max(8, columns - 2)).map {
        [Span("  "), Span($0, role: .key)]
      }
        + lines
    }
    let padding = String(repeating: " ", count: width - used + 2)
    let first = lines.first?.last ?? Span("")
    lines.replaceSubrange(
      0..<min(1, lines.count), with: [[Span("  "), Span(keys, role: .key), Span(padding), first]])
    return lines
  }

  /// Shows all keys of a screen, and the meaning of the marks.
  init(keysOf screen: String, _ keyMap: KeyMap) {
    self.init(name: "Keys") { context, glyphs, columns in
      let isASCII = glyphs.repertoire == .ascii
      func names(_ binding: KeyMap.Binding) -> String {
        binding.keys.map { $0.name(ascii: isASCII) }.joined(separator: "  ")
      }
      let groups = keyMap.groups.map { group in
        (group.title, group.bindings.filter { !$0.keys.isEmpty }.map { (names($0), $0.title) })
      }
      let width = min(
        32, columns / 2 - 4, groups.flatMap(\.1).reduce(0) { max($0, glyphs.visible.width(of: $1.0)) })
      var lines: [[Span]] = [[Span("Keys of “\(screen)”", role: .heading)]]
      for (title, rows) in groups where !rows.isEmpty {
        lines += [[], [Span(title, role: .secondary)]]
        for (keys, title) in rows {
          lines += Self.lines(keys, title: title, width: width, columns: columns, glyphs: glyphs)
        }
      }
      lines += [[], [Span("Marks", role: .heading)], []]
      lines += Legend.all(glyphs)
      return lines
    }
  }

  /// Shows all details of a setting.
  init(detailsOf entry: FormIndex.Entry) {
    self.init(name: entry.setting.title) { context, glyphs, columns in
      let setting = entry.setting
      var lines: [[Span]] = [
        [Span((entry.sections + [setting.title]).joined(separator: " \(glyphs.separator) "), role: .heading)],
        [],
      ]
      lines += SettingNotes(entry, context: context, glyphs: glyphs, columns: columns, isShort: false).lines
      lines += [[], [Span("Path     ", role: .secondary), Span(entry.path.description)]]
      lines.append([Span("Pointer  ", role: .secondary), Span(entry.path.pointer)])
      if !entry.formerPaths.isEmpty {
        let paths = entry.formerPaths.map(\.description).joined(separator: ", ")
        lines.append([Span("Earlier  ", role: .secondary), Span(paths)])
      }
      return lines
    }
  }
}
