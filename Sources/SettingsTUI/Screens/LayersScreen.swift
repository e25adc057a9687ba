import SettingsEditing

/// The layers that the values come from, the highest first. A layer that is a file can be edited from here.
struct LayersScreen: ListScreen {
  private var layers: [LayerSummary]
  var list = FilteredList()

  let name = "Layers"
  let listContext = KeyContext.layers

  init(_ context: ScreenContext) {
    layers = context.model.store.layerSummaries.reversed()
    list.revision = context.core.revision
    list.move(to: layers.firstIndex { $0.kind == .written } ?? 0, of: layers.count)
  }

  func count(_ context: ScreenContext) -> Int { layers.count }

  func strings(_ context: ScreenContext) -> [RowStrings] {
    layers.map { RowStrings(name: $0.name, value: $0.state, help: "") }
  }

  /// A file is edited by opening the editor again on it, because a store writes one layer only. The layer that is edited now needs no more
  /// than to go back.
  nonisolated static let keys = PageKeys<LayersScreen>(
    "The layer",
    [
      .onRow(.activate, keys: "Enter Right l", title: "Edit the layer", hint: "Edit") { page, row, _ in
        switch page.layers[row].kind {
        case .written: [.pop]
        case .file: [.editLayer(page.layers[row].name)]
        case .other: [.say(.noFileLayer)]
        }
      },
      .back(KeyMap.leavingList + " L"),
    ], .finding, .rows)

  /// A file might have changed.
  mutating func reload(_ context: ScreenContext) -> Int? {
    let focused = list.focusedRow(of: layers.count).map { layers[$0].name }
    layers = context.model.store.layerSummaries.reversed()
    return layers.firstIndex { $0.name == focused } ?? 0
  }

  private static let order = "Values of a higher layer override those of the layers below it."

  mutating func page(_ context: ScreenContext) -> PlainPage { rowsPage(context, [Self.order]) }

  // MARK: - Drawing

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let layers = layers
    let glyphs = frame.glyphs
    drawList(in: &frame, context, helpHeight: { min($0 / 3, 4) }) { row, area in
      let text = row.map { "\(Self.order) \(layers[$0].kind.explanation)" } ?? Self.order
      return glyphs.lines(
        text, role: .secondary, columns: area.width - 2, atMost: max(0, area.height - 1))
    } draw: { row, isFocused, line, _, frame in
      Self.draw(layers[row], isFocused: isFocused, in: line, into: &frame)
    }
  }

  private static func draw(
    _ layer: LayerSummary, isFocused: Bool, in line: Rect, into frame: inout Frame
  ) {
    let ground: Style.Ground = isFocused ? .focus : .plain
    if isFocused { frame.drawFocus(in: line) }
    let state = layer.state
    let stateColumns = min(frame.glyphs.visible.width(of: state), line.width / 2)
    let nameColumns = max(0, line.width - 3 - stateColumns - 2)
    let name = frame.glyphs.visible.truncateStart(layer.name, columns: nameColumns)
    let role: Style.Role = layer.kind == .written ? .heading : .text
    frame.draw(name, x: line.x + 2, y: line.y, columns: nameColumns, style: Style(role, on: ground))
    frame.draw(
      state, x: line.maxX - stateColumns - 1, y: line.y, columns: stateColumns, style: Style(.secondary))
  }
}

extension LayerSummary.Kind {
  /// What a person can do with a layer of the kind.
  fileprivate var explanation: String {
    switch self {
    case .written: "The editor changes this layer."
    case .file: "The editor can change this file instead."
    case .other: Message.noFileLayer.text
    }
  }
}

extension LayerSummary {
  /// The number of values and locks, and whether the editor changes the layer.
  var state: String {
    var parts = kind == .written ? ["edited here"] : []
    parts.append(valueCount == 0 ? "no values" : Phrase.count(valueCount, noun: "value"))
    if lockCount > 0 { parts.append(Phrase.count(lockCount, noun: "lock")) }
    return parts.joined(separator: ", ")
  }
}
