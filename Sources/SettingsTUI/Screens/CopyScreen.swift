import SettingsEditing
import SettingsJSON

/// What can be copied: the path, the value, and all changes as a command. The text is shown, too, because not every terminal has a
/// clipboard that programs can reach: it is then copied with the mouse.
struct CopyScreen: ListScreen {
  /// The items that can be copied. The text is `nil` if there is nothing to copy, or if it is secret, which the note then says.
  private let offers: [(title: String, text: String?, note: String?)]
  var list = FilteredList()

  let name = "Copy"
  let isDialog = true
  let listContext = KeyContext.copy

  /// Offers the path and the value of a setting or of a part of it, or a section's path, and all changes as a command.
  @MainActor
  init(_ place: ValuePlace?, section: Int? = nil, context: ScreenContext) {
    var offers: [(title: String, text: String?, note: String?)] = []
    if let place {
      offers.append(("Path", place.path.description, nil))
      let value = context.core.value(at: place)
      if place.isSecret || place.setting.hidesPart(of: value) {
        offers.append(("Value", nil, Self.note(isWhole: place.isSecret)))
      } else {
        offers.append(("Value", value.map { place.setting.typedText(for: $0) }, nil))
      }
    } else if let section, section != 0 {
      offers.append(("Path", context.outline.nodes[section].path.description, nil))
    }
    self.offers = offers + [Self.changes(context)]
  }

  /// Offers the path and the value of a part of the file, and all changes as a command.
  ///
  /// A mask is never copied: pasted somewhere, it would look like the value.
  @MainActor
  init(_ path: SettingPath, maskedValue value: JSONValue, context: ScreenContext) {
    let offer: (title: String, text: String?, note: String?) =
      value.hasMask
      ? ("Value", nil, Self.note(isWhole: value == .string(Secrecy.maskText)))
      : ("Value", value.plainText, nil)
    offers = [("Path", path.description, nil), offer, Self.changes(context)]
  }

  /// Says why a value can't be copied: it is a secret as a whole, or has one in it.
  private static func note(isWhole: Bool) -> String {
    "The value \(isWhole ? "is a secret" : "holds secrets") and is not copied."
  }

  @MainActor
  private static func changes(
    _ context: ScreenContext
  ) -> (title: String, text: String?, note: String?) {
    let command = context.model.review().command(naming: context.core.formPath, of: context.model.draft)
    return ("Changes", command.text, command.note)
  }

  func count(_ context: ScreenContext) -> Int { offers.count }
  func strings(_ context: ScreenContext) -> [RowStrings] { offers.map { RowStrings(name: $0.title) } }
  func command(ofClickOnFocus isFocused: Bool) -> Command? { .accept }

  /// The key that opened it copies the focused row, so `c c` copies the first one.
  ///
  /// Whether a terminal takes the text can't be known: OSC 52 has no reply. So the message says what was done, not what came of it.
  nonisolated static let keys = PageKeys<CopyScreen>(
    "Copying",
    [
      .onRow(.accept, keys: "Enter c Space", title: "Copy it", hint: "Copy") { page, row, _ in
        guard let text = page.offers[row].text else {
          return [.problem(page.offers[row].note ?? "There is nothing to copy.")]
        }
        return [.copy(text), .say(.copied)]
      },
      .back(),
    ], .rows)

  mutating func page(_ context: ScreenContext) -> PlainPage {
    let offers = offers
    return rowsPage(context) { "\(offers[$0].title): \(offers[$0].text ?? offers[$0].note ?? "")" }
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let screen = frame.area
    let width = min(screen.width - 2, 76)
    let offer = offers[list.state.focus]
    var lines: [[Span]] = []
    for line in (offer.text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      lines += frame.glyphs.lines(String(line), role: .value, columns: width - 4, atMost: 40)
    }
    if offer.text == nil { lines = [] }
    if let note = offer.note {
      lines += frame.glyphs.lines(note, role: .secondary, columns: width - 4)
    }
    let height = min(screen.height - 2, offers.count + lines.count + 3)
    var inner = frame.drawBox(screen.centered(width: width, height: height), title: name)
    let rows = inner.removeTop(offers.count)
    let places = list.layOut(height: rows.height, of: offers.count)
    let area = Rect(x: rows.x - 1, y: rows.y, width: rows.width + 2, height: rows.height)
    frame.drawRows(places, of: list, total: offers.count, in: area) { row, isFocused, line, frame in
      let (title, text, _) = offers[row]
      let shown = text?.split(separator: "\n").first.map(String.init) ?? ""
      frame.drawRow(
        [Span(title), Span("".padded(to: 9 - title.count)), Span(shown, role: .secondary)], in: line,
        isFocused: isFocused)
    }
    if !inner.isEmpty { frame.drawFooter(lines, in: inner.inset(horizontally: -1)) }
    frame.drawHints(keyContext, context: context)
  }
}
