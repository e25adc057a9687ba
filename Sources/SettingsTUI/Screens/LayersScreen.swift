import Settings

/// The layers that the values come from, the highest first. A layer that is a file can be edited from here.
struct LayersScreen: Screen {
  private var layers: [LayerSummary]
  private var list = FilteredList()
  /// The revision of the model when the layers were last read.
  private var revision: Int

  let name = "Layers"
  let isDialog = false
  var keyContext: KeyContext { list.isTyping ? .filter : .layers }

  init(_ context: ScreenContext) {
    revision = context.core.revision
    layers = context.model.store.layerSummaries.reversed()
    list.move(to: layers.firstIndex { $0.kind == .written } ?? 0, of: layers.count)
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    if list.perform(command, of: layers.count, strings: strings) { return [] }
    switch command {
    case .back: return [.pop]
    case .activate:
      guard let row = list.focusedRow(of: layers.count) else { return [] }
      switch layers[row].kind {
      case .written: return [.pop]
      case .file: return [.editLayer(layers[row].name)]
      case .other: return [.say(.noFileLayer)]
      }
    default: return []
    }
  }

  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability {
    guard command == .activate, let row = list.focusedRow(of: layers.count), layers[row].kind == .other
    else { return .available }
    return .refused(Message.noFileLayer.text)
  }

  private func strings() -> [RowStrings] {
    layers.map { RowStrings(name: $0.name, value: $0.state, help: "") }
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if list.isTyping { list.insert(text, of: layers.count, strings: strings) }
    return []
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    list.click(target, of: layers.count) == .focusedRow ? perform(.activate, in: context) : []
  }

  /// Reads the layers again, because a file might have changed; the focused one keeps the focus.
  mutating func update(_ context: ScreenContext) {
    guard revision != context.core.revision else { return }
    revision = context.core.revision
    let now: [LayerSummary] = context.model.store.layerSummaries.reversed()
    let focused = list.focusedRow(of: layers.count).map { layers[$0].name }
    layers = now
    list.update(of: now.count, strings)
    list.move(to: now.firstIndex { $0.name == focused } ?? 0, of: now.count)
  }

  // MARK: - Drawing

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let help = area.removeBottom(min(area.height / 3, 4))
    let query = area.removeTop(list.isActive ? 1 : 0)
    drawRows(in: area, &frame)
    let lines = frame.glyphs.visible.wrap(
      explanation, columns: help.width - 2, atMost: max(0, help.height - 1))
    frame.drawFooter(lines.map { [Span($0, role: .secondary)] }, in: help)
    frame.drawHints(keyContext, context: context, in: hints)
    frame.drawQuery(list, of: layers.count, in: query.inset(horizontally: 1))
  }

  private mutating func drawRows(in area: Rect, _ frame: inout Frame) {
    frame.cursor = Point(x: area.x, y: area.y)
    let places = list.layOut(height: area.height, of: layers.count)
    frame.drawRows(places, of: list, total: layers.count, in: area) { row, isFocused, line, frame in
      draw(layers[row], isFocused: isFocused, in: line, into: &frame)
    }
  }

  private func draw(_ layer: LayerSummary, isFocused: Bool, in line: Rect, into frame: inout Frame) {
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

  /// What a person can do with the focused layer.
  private var explanation: String {
    let order = "Values of a higher layer override those of the layers below it."
    guard let row = list.focusedRow(of: layers.count) else { return order }
    switch layers[row].kind {
    case .written: return "\(order) The editor changes this layer."
    case .file: return "\(order) The editor can change this file instead."
    case .other: return "\(order) \(Message.noFileLayer.text)"
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
