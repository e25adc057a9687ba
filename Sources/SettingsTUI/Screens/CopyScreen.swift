import Settings
import SettingsJSON

/// What can be copied: the path, the value, and all changes as a command. The text is shown, too, because not every terminal has a
/// clipboard that programs can reach: it is then copied with the mouse.
struct CopyScreen: Screen {
  /// An item that can be copied.
  private struct Offer {
    let title: String
    /// The text to copy; `nil` if nothing can be copied, or if the text is secret.
    let text: String?
    /// A note about the text.
    let note: String?
  }

  private let offers: [Offer]
  private var list = ListState()

  let name = "Copy"
  let keyContext = KeyContext.copy

  /// Offers a setting's path and value, or a section's path, and all changes as a command.
  @MainActor
  init(_ path: SettingPath?, section: Int?, context: ScreenContext) {
    var offers: [Offer] = []
    if let path, let setting = context.index[path]?.setting {
      offers.append(Offer(title: "Path", text: path.description, note: nil))
      let value = context.model.value(at: path)
      if setting.isSecret || setting.hidesPart(of: value) {
        let what = setting.isSecret ? "is a secret" : "holds secrets"
        offers.append(Offer(title: "Value", text: nil, note: "The value \(what) and is not copied."))
      } else {
        offers.append(Offer(title: "Value", text: value.map { setting.typedText(for: $0) }, note: nil))
      }
    } else if let section, section != 0 {
      offers.append(Offer(title: "Path", text: context.outline.nodes[section].path.description, note: nil))
    }
    self.offers = offers + [Self.changes(context)]
  }

  /// Offers the path and the value of a part of the file, and all changes as a command.
  @MainActor
  init(_ path: SettingPath, value: String, context: ScreenContext) {
    offers = [
      Offer(title: "Path", text: path.description, note: nil), Offer(title: "Value", text: value, note: nil),
      Self.changes(context),
    ]
  }

  @MainActor
  private static func changes(_ context: ScreenContext) -> Offer {
    let command = StagedCommand(context.model.review(), form: context.core.formPath)
    return Offer(title: "Changes", text: command.text, note: command.note)
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    if list.move(command, of: offers.count) { return [] }
    switch command {
    case .back: return [.pop]
    case .accept:
      let offer = offers[list.focus]
      guard let text = offer.text else {
        return [.say(.init(offer.note ?? "There is nothing to copy.", role: .problem))]
      }
      return [.copy(text), .say(.init("Sent to the terminal's clipboard.", role: .success))]
    default: return []
    }
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard case .row(let row, _) = target else { return [] }
    list.move(to: row, of: offers.count)
    return perform(.accept, in: context)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let visible = frame.glyphs.visible
    let screen = frame.area
    let width = min(screen.width - 2, 76)
    let offer = offers[list.focus]
    var lines: [[Span]] = []
    for line in (offer.text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      lines += visible.wrap(String(line), columns: width - 4, atMost: 40).map { [Span($0, role: .value)] }
    }
    if offer.text == nil { lines = [] }
    if let note = offer.note {
      lines += visible.wrap(note, columns: width - 4).map { [Span($0, role: .secondary)] }
    }
    let height = min(screen.height - 2, offers.count + lines.count + 3)
    var inner = frame.drawBox(screen.centered(width: width, height: height), title: name)
    let rows = inner.removeTop(offers.count)
    list.layOut(height: rows.height, count: offers.count)
    for row in 0..<rows.height {
      let line = Rect(x: rows.x - 1, y: rows.y + row, width: rows.width + 2, height: 1)
      let isFocused = row == list.focus
      if isFocused { frame.drawFocus(in: line) }
      let text = (offers[row].text ?? "").split(separator: "\n").first.map(String.init) ?? ""
      let title = offers[row].title
      frame.drawRow(
        [Span(title), Span("".padded(to: 9 - title.count)), Span(text, role: .secondary)], x: line.x + 2,
        y: line.y,
        columns: line.width - 3, isFocused: isFocused)
      frame.add(.row(row, pane: .settings), in: line)
    }
    if !inner.isEmpty { frame.drawFooter(lines, in: inner.inset(horizontally: -1)) }
    frame.drawHints(
      keyContext, context: context, in: Rect(x: 0, y: screen.maxY - 1, width: screen.width, height: 1))
  }
}
