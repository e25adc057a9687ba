/// The layout of a document. New text has the same layout.
///
/// Nobody configures this. The first line break, the first indented member, the first key with a plain colon and the
/// first array of scalars tell how the author writes, and most files are written in one style. Where the text around an
/// insertion differs, its neighbors win over this (see `JSONShape` and the indentation in `JSONEditor+Lists.swift`).
///
/// `{⏎\t"a":1,⏎\t"b":[1,2]⏎}` has the line break `⏎`, the unit of one tab, the colon `:`, no space after a comma, and
/// arrays of scalars on one line. A new member `c` with the value `{"d": [3, 4]}` is then written as
/// `"c":{⏎\t\t"d":[3,4]⏎\t}`.
///
/// A text without lines, colons or arrays gives no hint. The layout then has two spaces, `: `, and arrays of scalars on
/// one line.
struct JSONStyle {
  /// The line break.
  let newline: [UInt8]
  /// Whether each member is on a separate line: some list is broken into lines, or the document is an empty object,
  /// which has no style yet.
  let isMultiline: Bool
  private let layout: JSONLayout

  /// Determines the style from the first members and arrays of a document.
  ///
  /// An editor creates it when the first new text is written, and at most once.
  ///
  /// Cost: one step for each entry before the first indented member, key and array of scalars. A large file without any
  /// array of scalars is gone through as a whole.
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

  /// Whether the text between a key and its value is a colon with at most one space on either side. More spaces align
  /// columns, which a new key of another length wouldn't continue; such a gap is no model.
  static func isPlain(_ gap: ArraySlice<UInt8>) -> Bool {
    [":", ": ", " : ", " :"].contains { gap.elementsEqual($0.utf8) }
  }

  var colon: [UInt8] { layout.colon }

  /// One level of indentation.
  var unit: [UInt8] { layout.unit }

  var space: [UInt8] { layout.space }

  /// Returns the layout of a value that starts a line, or of a value within a line, which has no line breaks at all.
  func layout(oneLine: Bool) -> JSONLayout {
    var layout = layout
    layout.newline = oneLine ? nil : newline
    return layout
  }
}

/// The shapes of the values around a new value.
extension JSONShape {
  /// Creates the shape of an object or array; none for an empty one and for a scalar.
  ///
  /// Of `{ "at": [ 1,2 ], "p": {} }`, the shape has a padding of one space and the shape of a list with padding,
  /// without a space after its comma, under the key `at`. The empty object under `p` says nothing, so a value there is
  /// written by the layout.
  ///
  /// Cost: linear in the size of the value.
  init(_ node: JSONNode) {
    guard !node.children.isEmpty, node.kind == .object || node.kind == .array else {
      self = .none
      return
    }
    let storage = node.storage
    let first = node.children.lowerBound
    let isObject = node.kind == .object
    let inside = (node.byteRange.lowerBound + 1)..<storage.entries[first].offset
    let isBroken = storage.trivia.hasNewline(inside)
    var shape = JSONListShape(
      isObject: isObject, isBroken: isBroken, padding: storage.spaces(inside) ?? [], colon: nil, space: nil)
    let firstValue = isObject ? first + 1 : first
    if isObject {
      let gap = storage.bytes[storage.tokenEnd(of: first)..<storage.entries[firstValue].offset]
      if JSONStyle.isPlain(gap) { shape.colon = Array(gap) }
    }
    let second = storage.next(after: firstValue)
    if second < node.children.upperBound {
      let slot = storage.slot(of: first, in: node.entry)
      shape.space = slot.comma.flatMap { storage.spaces(($0 + 1)..<storage.entries[second].offset) }
    }
    for child in isObject ? node.members.map(\.value) : Array(node.elements) {
      let inner = JSONShape(child)
      guard case .list(let list) = inner else { continue }
      if let key = child.key { shape.members[ExactText(key)] = inner }
      if list.isObject, case .none = shape.firstObject { shape.firstObject = inner }
      if !list.isObject, case .none = shape.firstArray { shape.firstArray = inner }
    }
    self = .list(shape)
  }
}

extension JSONStorage {
  /// Returns the text of a range that has only spaces on one line; `nil` for any other text.
  fileprivate func spaces(_ range: Range<Int>) -> [UInt8]? {
    bytes[range].allSatisfy { $0 == 0x20 } ? Array(bytes[range]) : nil
  }
}
