/// The comments above an item, and which of them belong to it.
///
/// Comments on the item's own line and the block of comments directly above it, without a blank line in between, describe the item:
/// they go and move with it. Two kinds of comments describe something else and stay:
///
/// - Comments that comment out items, together with what stands above them in the block. A comment comments out items if its text reads
///   as members of an object, or as elements in an array. One item may take several lines.
/// - A heading of a group of items. Files have headings in this form: `tsc --init` writes them, and so do people in the settings of
///   VS Code and Windows Terminal:
///
///   ```json
///   {
///     /* Language */
///     "target": "es2016",
///     // "lib": [],
///     "useDefineForClassFields": true,
///
///     // Where the output goes
///     "outDir": "./dist"
///   }
///   ```
///
///   A block is a heading if it starts a group of at least two items without blank lines between them, commented-out items included,
///   and no other item of the group is described. A group starts after a blank line; one at the start of its object or array also has to
///   end with a blank line, since without any blank line there are no groups. A rule such as `// ---- Fonts ----` or `// #region Fonts`
///   is always a heading.
///
/// In the example, the first block is a heading, and the second one describes `outDir`.
struct JSONGap {
  /// A comment of either kind, with the line breaks in front of it. Two line breaks are a blank line.
  struct Comment {
    let range: Range<Int>
    /// The number of line breaks between the comment and what precedes it.
    let breaks: Int
  }

  private(set) var comments: [Comment] = []
  /// The number of line breaks after the last comment; 0 if the item is on the line of the comment.
  private(set) var lastBreaks = 0

  /// Reads white space and comments. In `// a⏎⏎/* b */ "key"`, the comments are `// a` with no break before it and
  /// `/* b */` with two, and none after.
  init(_ range: Range<Int>, in trivia: JSONTrivia) {
    var at = range.lowerBound
    while true {
      let start = trivia.endOfSpace(from: at, before: range.upperBound)
      switch trivia.next(&at, before: range.upperBound) {
      case .newline?: lastBreaks += 1
      case .lineComment?, .blockComment?:
        comments.append(Comment(range: start..<at, breaks: lastBreaks))
        lastBreaks = 0
      case nil: return
      }
    }
  }

  /// The number of line breaks after a comment.
  private func breaks(after comment: Int) -> Int {
    comment + 1 < comments.count ? comments[comment + 1].breaks : lastBreaks
  }

  /// The comments below the last blank line: only these can describe the item. It is empty if a blank line separates
  /// the last comment from the item.
  var block: Range<Int> {
    var first = comments.count
    while first > 0, breaks(after: first - 1) < 2 { first -= 1 }
    return first..<comments.count
  }

  /// The comments above the first blank line: they stand directly below the item before the gap.
  var head: Range<Int> {
    0..<(comments.firstIndex { $0.breaks > 1 } ?? comments.count)
  }

  /// Whether a blank line is anywhere in the gap.
  var hasBlankLine: Bool { lastBreaks > 1 || comments.contains { $0.breaks > 1 } }

  /// Returns the first comment of a block that is on the line of the item after the gap; the end of the block if there
  /// is none. Such a comment always belongs to the item, whatever the others are.
  func firstOnLine(of block: Range<Int>) -> Int {
    var first = block.upperBound
    while first > block.lowerBound, breaks(after: first - 1) == 0 { first -= 1 }
    return first
  }
}

extension JSONStorage {
  /// Returns the byte offset of the comments that belong to an item and stand before it; the offset of the item if
  /// there are none.
  ///
  /// It starts with the block above the item, takes off what comments out other items or draws a line, and then asks
  /// whether the rest is a heading. For
  ///
  ///     // Editor
  ///     "a": 1,
  ///     "b": 2,
  ///
  ///     // Files
  ///     "c": 3
  ///
  /// the lead of `a` is its own offset, because `// Editor` is a heading of two items. The lead of `c` is the offset of
  /// `// Files`, because `c` is alone in its group.
  ///
  /// - Parameter start: The offset at which the text of the item before it ends.
  func lead(of child: Int, in container: Int, from start: Int) -> Int {
    let item = entries[child].offset
    let gap = JSONGap(start..<item, in: trivia)
    let block = gap.block
    guard !block.isEmpty else { return item }
    var own = headings(in: gap, block, of: container).upperBound
    let onLine = gap.firstOnLine(of: block)
    if own == block.lowerBound, own < onLine {
      let followsBlankLine = own > 0 || gap.comments[own].breaks > 1
      let isAtStart = child == container + 1 && !followsBlankLine
      if followsBlankLine || isAtStart, startsGroup(child, in: container, mustEnd: isAtStart) { own = onLine }
    }
    return own < block.upperBound ? gap.comments[own].range.lowerBound : item
  }

  /// Whether an item begins a group of several items, and only this first item has a comment above it. Then the comment is a heading for
  /// the whole group.
  ///
  /// It goes from item to item until a blank line or the end. A second described item decides that there is no heading:
  /// where each member has its comment, the first comment is about the first member.
  ///
  /// - Parameter mustEnd: Whether the group counts only if a blank line follows it.
  private func startsGroup(_ child: Int, in container: Int, mustEnd: Bool) -> Bool {
    var count = 1
    var child = child
    while true {
      let value = entries[container].kind == .object ? child + 1 : child
      let next = next(after: value)
      let isLast = next == entries[container].payload
      let after = trail(from: range(of: value).upperBound, to: entries[next].offset, isLast: isLast)
      let gap = JSONGap(after.end..<entries[next].offset, in: trivia)
      let head = gap.head
      let outcommented = headings(in: gap, head, of: container)
      if !outcommented.isEmpty { count += 1 }
      if gap.hasBlankLine { return count > 1 }
      if isLast { return count > 1 && !mustEnd }
      if outcommented.upperBound < gap.firstOnLine(of: head) { return false }
      count += 1
      child = next
    }
  }

  /// Whether the comments in a container without items end with one that comments out items or draws a line.
  func commentsOut(_ gap: JSONGap, in container: Int) -> Bool {
    headings(in: gap, gap.comments.indices, of: container).upperBound == gap.comments.count
  }

  /// Returns the comments of a block that don't describe the item below: everything down to the last comment that
  /// comments out items or draws a line.
  ///
  /// In the block `// about x`, `// "x": 1,`, `// about a` above `"a": 1`, these are the first two: what stands above a
  /// commented-out member is about that member. Only `// about a` goes if `a` is removed.
  private func headings(in gap: JSONGap, _ block: Range<Int>, of container: Int) -> Range<Int> {
    let texts = block.map { trivia.text(of: gap.comments[$0].range) }
    let isObject = entries[container].kind == .object
    var end = 0
    let items = block.map { trivia.uncommented(gap.comments[$0].range) }
    var place = 0
    while place < texts.count {
      if let items = items[place...].outcommented(isObject: isObject) {
        place += items.count
        end = place
      } else {
        place += 1
        if texts[place - 1].isRule { end = place }
      }
    }
    return block.lowerBound..<(block.lowerBound + end)
  }
}

// MARK: - The text of comments

extension JSONTrivia {
  /// Returns the text of a comment without its slashes and stars, and without the white space that they indent. Lines
  /// of a block may begin with a star, as many editors write them; it isn't part of the text.
  func text(of comment: Range<Int>) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let star = UInt8(ascii: "*")
    if bytes[comment.lowerBound + 1] == slash {
      return Array(bytes[comment].drop { $0 == slash || $0 == 0x20 || $0 == 0x09 })
    }
    let inside = bytes[(comment.lowerBound + 2)..<(comment.upperBound - 2)]
    let lines = inside.split { $0 == 0x0a || $0 == 0x0d }
      .map { $0.drop { $0 == star || $0 == 0x20 || $0 == 0x09 } }
    let text = Array(lines.joined(separator: [0x0a]))
    // The space before the end of a block isn't a part of it, either.
    return text.last == 0x20 ? text.dropLast() : text
  }
}

extension JSONTrivia {
  /// Returns the text that a comment would leave if it were taken off: a comment inside stays one.
  func uncommented(_ comment: Range<Int>) -> [UInt8] {
    guard bytes[comment.lowerBound + 1] == UInt8(ascii: "/") else { return text(of: comment) }
    let inside = bytes[comment].dropFirst(2).drop { $0 == 0x20 || $0 == 0x09 }
    let isComment = inside.starts(with: "//".utf8) || inside.starts(with: "/*".utf8)
    return isComment ? Array(inside) : text(of: comment)
  }
}

extension [UInt8] {
  /// Whether the text is a rule: it marks a region for folding, or has a run of characters that draw a line.
  ///
  /// `---- Fonts ----`, `Fonts =====` and `#region Fonts` are rules; `a --- b` isn't, because neither end of it draws a
  /// line.
  fileprivate var isRule: Bool {
    if starts(with: "#region".utf8) || starts(with: "#endregion".utf8) { return true }
    let text = String(decoding: self, as: UTF8.self)
    guard let first = text.first, let last = text.last(where: { !$0.isWhitespace }) else { return false }
    return [first, last].contains { line in
      "-=#~_─━═".contains(line)
        && (text.hasPrefix(String(repeating: line, count: 3))
          || text.contains(String(repeating: line, count: 3)))
    }
  }
}

extension ArraySlice<[UInt8]> {
  /// The comments at the start that together comment out items of an object or of an array, by their number, and a
  /// document of these items; `nil` if they don't.
  ///
  /// The text between the slashes is put into brackets and parsed. `// "font": "Mono",` is a member, and
  /// `// "is" not a member` isn't. A comment whose brackets aren't closed is read together with the comments below it,
  /// until they are:
  ///
  ///     // "profiles": {
  ///     //   "a": 1
  ///     // },
  ///
  /// counts as three comments for one member. In an object, only text that starts with a quote is tried, since most
  /// comments don't.
  ///
  /// At most 256 comments are read as one item, which keeps the time linear.
  func outcommented(isObject: Bool) -> (count: Int, items: JSONDocument)? {
    guard let first, let start = first.first(where: { $0 != UInt8(ascii: ",") && $0 != 0x20 }),
      !isObject || start == UInt8(ascii: "\"")
    else { return nil }
    var text: [UInt8] = [UInt8(ascii: isObject ? "{" : "[")]
    text += first.drop { $0 == UInt8(ascii: ",") || $0 == 0x20 }
    var depth = first.bracketDepth
    var count = 1
    while depth > 0, count < Swift.min(self.count, 256) {
      let next = self[startIndex + count]
      text.append(0x0a)
      text += next
      depth += next.bracketDepth
      count += 1
    }
    guard depth == 0 else { return nil }
    text += [0x0a, UInt8(ascii: isObject ? "}" : "]")]
    guard let document = try? JSONDocument(parsing: text, duplicateKeys: .lastWins) else { return nil }
    return document.root.count == 0 ? nil : (count, document)
  }
}

extension [UInt8] {
  /// The number of brackets that are open at the end of the line minus the brackets that were closed. Brackets in
  /// strings and behind slashes don't count.
  fileprivate var bracketDepth: Int {
    var depth = 0
    var isText = false
    var place = startIndex
    while place < endIndex {
      switch self[place] {
      case UInt8(ascii: "\\") where isText: place += 1
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "/") where !isText: return depth
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isText ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isText ? 0 : 1
      default: break
      }
      place += 1
    }
    return depth
  }
}

// MARK: - Reading comments

extension JSONNode {
  /// The comments around a member or an element, as the editor shows them beside a value: without slashes, stars and
  /// indentation.
  package struct Comments: Hashable, Sendable {
    /// The comments above it that describe something else: commented-out items and headings.
    package let others: String
    /// The comments above it that describe it.
    package let own: String
    /// The comments after it on its line.
    package let behind: String
  }

  /// Returns the comments around a child of an object or an array. Ownership is the same as in edits: what is `own`
  /// here would be removed with the member.
  package func comments(of child: JSONNode) -> Comments {
    let slot = slot(of: child)
    return Comments(
      others: storage.comments(in: min(slot.gapStart, slot.own.lowerBound)..<slot.own.lowerBound),
      own: storage.comments(in: slot.own.lowerBound..<slot.item.lowerBound),
      behind: storage.comments(in: slot.item.upperBound..<slot.own.upperBound))
  }

  private func slot(of child: JSONNode) -> JSONSlot {
    storage.slot(of: kind == .object ? child.entry - 1 : child.entry, in: entry)
  }

  /// The comments between the key of a member and its value.
  fileprivate var commentsBehindKey: String {
    key == nil ? "" : storage.comments(in: storage.tokenEnd(of: entry - 1)..<byteRange.lowerBound)
  }

  /// Returns the comments after the opening bracket of an object or an array that are about it as a whole, and those below its last child;
  /// without a child, all of them are at the first bracket.
  package func commentsAtBrackets(last: JSONNode?) -> (first: String, last: String) {
    // Blank text is an object without brackets.
    guard token.isContainer, !storage.isBlank else { return ("", "") }
    let (open, close) = (byteRange.lowerBound + 1, byteRange.upperBound - 1)
    guard let last else { return (storage.comments(in: open..<close), "") }
    return (
      storage.comments(in: open..<storage.head(of: entry).end),
      storage.comments(in: slot(of: last).own.upperBound..<close)
    )
  }
}

extension JSONStorage {
  /// Returns the text of the comments in a range that has no tokens but a comma or a colon.
  fileprivate func comments(in range: Range<Int>) -> String {
    var texts: [String] = []
    var at = range.lowerBound
    while at < range.upperBound {
      let start = trivia.endOfSpace(from: at, before: range.upperBound)
      switch trivia.next(&at, before: range.upperBound) {
      case .lineComment?, .blockComment?:
        texts.append(String(decoding: trivia.text(of: start..<at), as: UTF8.self))
      case .newline?: break
      case nil: at += 1
      }
    }
    return texts.joined(separator: "\n")
  }
}

/// The lines of the comments of a value and of all its parts, by what loses them when it goes.
///
/// ```json
/// "servers": [ // in the list
///   // about the first server
///   {"port": 80, /* about its host */ "host": "a"}
/// ]
/// ```
///
/// Cost: linear in the text of the value.
package struct PartComments: Equatable, Sendable {
  /// What loses a comment when it goes.
  package struct Owner: Hashable, Sendable {
    package var path: SettingPath
    /// Whether the comment is in this object or list and describes none of its parts.
    package var isInside = false
  }

  package private(set) var lines: [Owner: [String]] = [:]

  /// Reads the comments of the value at a path, and those above it that describe something else; there are none without a value.
  package init(of path: SettingPath, in document: JSONDocument) {
    guard let node = document.node(at: path) else { return }
    if let outer = path.parent, let parent = document.node(at: outer) {
      add(node, at: path, of: parent, at: outer)
    }
    addParts(of: node, at: path)
  }

  /// Returns the lines of an owner in the document after an edit. What was a heading of several members can be about the first one now,
  /// because the others are gone, and the reverse.
  package func lines(stillOf owner: Owner) -> [String] {
    let others =
      owner.isInside
      ? lines.filter { $0.key.path.parent == owner.path && !$0.key.isInside }.flatMap(\.value)
      : owner.path.parent.flatMap { lines[Owner(path: $0, isInside: true)] } ?? []
    return lines[owner, default: []] + others
  }

  private mutating func add(_ part: JSONNode, at path: SettingPath, of node: JSONNode, at outer: SettingPath)
  {
    let comments = node.comments(of: part)
    add([comments.own, part.commentsBehindKey, comments.behind], to: Owner(path: path))
    add([comments.others], to: Owner(path: outer, isInside: true))
  }

  private mutating func addParts(of node: JSONNode, at path: SettingPath) {
    let parts =
      node.kind == .array
      ? node.elements.enumerated().map { (key: "\($0)", value: $1) } : Array(node.members)
    for part in parts {
      let place = path.appending(part.key)
      add(part.value, at: place, of: node, at: path)
      addParts(of: part.value, at: place)
    }
    let comments = node.commentsAtBrackets(last: parts.last?.value)
    add([comments.first, comments.last], to: Owner(path: path, isInside: true))
  }

  private mutating func add(_ texts: [String], to owner: Owner) {
    let new = texts.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
    if !new.isEmpty { lines[owner, default: []] += new }
  }
}

// MARK: - Writing comments

extension JSONDocument {
  /// Returns the comment above a member or an element that describes it, empty without one; `nil` if there is no value at the path.
  package func comment(above path: SettingPath) -> String? {
    guard let parent = path.parent.flatMap({ node(at: $0) }), let child = node(at: path) else { return nil }
    return parent.comments(of: child).own
  }

  /// Returns the text with new comments above members or elements. Each replaces the comments directly above the item that belong to the
  /// item.
  ///
  /// Paths without a value are left out. Each line of a comment is written on a line of its own, unless the item is on
  /// a line with others: there it becomes one block, `/* first second */`. An empty comment removes the one that is
  /// there. Comments behind the item, and headings above it, stay.
  ///
  /// A comment above the first of several items would be read as their heading, or as a part of it, and the next edit would write it again.
  /// Blank lines after the item, and between the heading and the comment, make it a group of its own.
  package func bytes(commenting comments: [SettingPath: String]) -> [UInt8] {
    let written = bytes(writing: comments)
    guard let document = reparsed(written) else { return written }
    let ends = comments.flatMap { document.endsOfGroup(ofFirst: $0, commentedBy: $1) }
    return ends.isEmpty ? written : Splice.apply(ends, to: written)
  }

  /// Returns the blank lines that make a comment above an item its own; none if it is that already, or wouldn't be alone.
  private func endsOfGroup(ofFirst path: SettingPath, commentedBy comment: String) -> [Splice] {
    let lines = Self.lines(of: comment)
    guard !lines.isEmpty, self.comment(above: path)?.isEmpty == true, let place = JSONPlace(path, in: root)
    else { return [] }
    let slot = storage.slot(of: place.child, in: place.container)
    guard slot.startsLine, !slot.isLast, let end = slot.lineBreak?.lowerBound else { return [] }
    let newline = JSONStyle(storage).newline
    let after = Splice(range: end..<end, text: newline)
    let above = JSONGap(slot.gapStart..<slot.item.lowerBound, in: storage.trivia).comments
    var attempts = [[after]]
    if above.count > lines.count {
      let first = above[above.count - lines.count].range.lowerBound
      let start = bytes[..<first].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? first
      attempts.append([Splice(range: start..<start, text: newline), after])
    }
    return attempts.first { splices in
      let own = reparsed(Splice.apply(splices, to: bytes))?.comment(above: path) ?? ""
      return own.split(whereSeparator: \.isNewline).count == lines.count
    } ?? []
  }

  private func reparsed(_ bytes: [UInt8]) -> JSONDocument? {
    try? JSONDocument(parsing: bytes, limits: storage.limits, duplicateKeys: storage.duplicateKeys)
  }

  /// Returns the lines of a comment that are written.
  private static func lines(of comment: String) -> [Substring] {
    comment.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
  }

  private func bytes(writing comments: [SettingPath: String]) -> [UInt8] {
    let style = JSONStyle(storage)
    var splices: [Splice] = []
    for (path, comment) in comments {
      guard let origin = JSONPlace(path, in: root) else { continue }
      let slot = storage.slot(of: origin.child, in: origin.container)
      let gap = JSONGap(slot.own.lowerBound..<slot.item.lowerBound, in: storage.trivia)
      let range = slot.own.lowerBound..<slot.item.lowerBound
      let lines = Self.lines(of: comment)
      // A comment between the start of the line and the key stays there as long as it is one line.
      let isOnLine =
        !gap.comments.isEmpty && gap.firstOnLine(of: gap.comments.indices) == 0 && lines.count <= 1
      guard slot.startsLine, !isOnLine, let indent = storage.indentation(ofLineStartingAt: range.lowerBound)
      else {
        // A `*/` in the text would end the block.
        let block = lines.joined(separator: " ").replacing("*/", with: "* /")
        let text = lines.isEmpty ? "" : "/* \(block) */ "
        splices.append(Splice(range: range, text: Array(text.utf8)))
        continue
      }
      let text = lines.flatMap { Array("// \($0)".utf8) + style.newline + indent }
      splices.append(Splice(range: range, text: text))
    }
    return Splice.apply(splices, to: bytes)
  }

  /// Whether the text is JSON without comments and trailing commas, which every parser of JSON reads. Someone who adds
  /// the first comment to such a file should hear about it.
  ///
  /// Cost: parses the text.
  package var isStrict: Bool {
    let duplicateKeys = storage.duplicateKeys
    return
      (try? JSONDocument(
        parsing: bytes, dialect: .strict, limits: storage.limits, duplicateKeys: duplicateKeys)) != nil
  }
}

/// The white space and comments between the tokens of valid text.
///
/// The index has no entries for them: few of them are ever needed, and only around the items that an edit touches.
/// Since the text has been parsed, every comment ends, so nothing here has to report an error.
struct JSONTrivia {
  enum Piece {
    case newline, lineComment, blockComment
  }

  let bytes: [UInt8]

  /// Returns the next line break or comment at or after an offset; `nil` at a token or at the limit.
  ///
  /// The offset is moved to the end of the piece, or to the token. A carriage return with a line feed is one line
  /// break. A line comment ends before its line break, which is the next piece.
  func next(_ at: inout Int, before limit: Int) -> Piece? {
    at = endOfSpace(from: at, before: limit)
    guard at < limit else { return nil }
    switch bytes[at] {
    case 0x0d:
      at += at + 1 < bytes.count && bytes[at + 1] == 0x0a ? 2 : 1
      return .newline
    case 0x0a:
      at += 1
      return .newline
    case UInt8(ascii: "/") where at + 1 < limit && bytes[at + 1] == UInt8(ascii: "/"):
      while at < limit, bytes[at] != 0x0a, bytes[at] != 0x0d { at += 1 }
      return .lineComment
    case UInt8(ascii: "/"):
      at += 2
      while at < limit, bytes[at] != UInt8(ascii: "*") || bytes[at + 1] != UInt8(ascii: "/") { at += 1 }
      at += 2
      return .blockComment
    default: return nil
    }
  }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
  }

  func hasNewline(_ range: Range<Int>) -> Bool {
    bytes[range].contains { $0 == 0x0a || $0 == 0x0d }
  }

  /// Returns the end of the white space after an offset on its line. A line break isn't skipped.
  func endOfSpace(from offset: Int, before limit: Int) -> Int {
    var end = offset
    while end < limit, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return end
  }

  func startOfSpace(before offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    return start
  }

  func startsLine(_ offset: Int) -> Bool {
    let start = startOfSpace(before: offset)
    return start == 0 || bytes[start - 1] == 0x0a || bytes[start - 1] == 0x0d
  }

  /// Returns the indentation of the line of an offset: the spaces and tabs at its start, whatever else is on the line.
  /// A byte order mark isn't a part of it.
  func indentation(at offset: Int) -> [UInt8] {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0a, bytes[start - 1] != 0x0d { start -= 1 }
    if start == 0, bytes.starts(with: JSONBytes.byteOrderMark) { start = JSONBytes.byteOrderMark.count }
    return Array(bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 })
  }
}

extension JSONStorage {
  var trivia: JSONTrivia { JSONTrivia(bytes: bytes) }

  /// Returns the indentation before an offset; `nil` if there is other text before it on its line, and on the first
  /// line, which has no line break to repeat.
  func indentation(ofLineStartingAt offset: Int) -> [UInt8]? {
    let start = trivia.startOfSpace(before: offset)
    guard start > 0, bytes[start - 1] == 0x0a || bytes[start - 1] == 0x0d else { return nil }
    return Array(bytes[start..<offset])
  }
}
