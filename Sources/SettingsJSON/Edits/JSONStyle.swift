/// The layout of a document. New text has the same layout.
struct JSONStyle {
  /// The line break.
  let newline: [UInt8]
  /// Whether each member is on a separate line.
  let isMultiline: Bool
  private let layout: JSONLayout

  /// Determines the style from the first members and arrays of a document.
  ///
  /// Cost: one step for each entry before the first indented member, key and array of scalars.
  init(_ storage: JSONStorage) {
    let bytes = storage.bytes
    let trivia = storage.trivia
    let firstBreak = bytes.firstIndex { $0 == 0x0a || $0 == 0x0d }
    newline =
      firstBreak.map {
        bytes[$0] == 0x0a ? [0x0a] : bytes[($0 + 1)...].first == 0x0a ? [0x0d, 0x0a] : [0x0d]
      }
      ?? [0x0a]

    var unit: [UInt8]?
    var colon: [UInt8]?
    var arraysStayTogether: Bool?
    for entry in 0..<storage.entries.count {
      let token = storage.entries[entry]
      if unit != nil || firstBreak == nil, colon != nil, arraysStayTogether != nil { break }
      if token.kind == .key, colon == nil {
        let gap = bytes[storage.tokenEnd(of: entry)..<storage.entries[entry + 1].offset]
        colon = Self.isPlain(gap) ? Array(gap) : nil
      }
      guard token.isContainer, token.payload > entry + 1 else { continue }
      let inside = (token.offset + 1)..<storage.entries[entry + 1].offset
      let isBroken = trivia.hasNewline(inside)
      if isBroken, unit == nil {
        let outer = trivia.indentation(at: token.offset)
        let inner = trivia.indentation(at: inside.upperBound)
        if inner.starts(with: outer) { unit = Array(inner[outer.count...]) }
      }
      if token.kind == .array, arraysStayTogether == nil,
        ((entry + 1)..<token.payload).allSatisfy({ !storage.entries[$0].isContainer })
      {
        arraysStayTogether = !isBroken
      }
    }
    let isEmpty = storage.entries.count == 2
    isMultiline = isEmpty || unit != nil
    let isTight = colon.map { $0.last != 0x20 } ?? false
    layout = JSONLayout(
      unit: unit ?? [0x20, 0x20], colon: colon ?? Array(": ".utf8), space: isTight ? [] : [0x20],
      keepsPlainArraysTogether: arraysStayTogether ?? true)
  }

  /// Whether the text between a key and its value is a colon with at most one space on either side. More spaces align columns.
  private static func isPlain(_ gap: ArraySlice<UInt8>) -> Bool {
    [":", ": ", " : ", " :"].contains { gap.elementsEqual($0.utf8) }
  }

  /// One level of indentation.
  var unit: [UInt8] { layout.unit }

  /// The text between a comma and the next item on the same line.
  var space: [UInt8] { layout.space }

  /// Returns the layout of a value that starts a line, or of a value within a line.
  func layout(oneLine: Bool) -> JSONLayout {
    var layout = layout
    layout.newline = oneLine ? nil : newline
    return layout
  }
}
