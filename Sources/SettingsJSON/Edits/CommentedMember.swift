/// A member of an object that is commented out: its text stands in a comment, or in several that follow each other.
///
/// ```json
/// {
///   "font": "Mono",
///   // "size": 14,
///   // "colors": {
///   //   "text": "black"
///   // }
/// }
/// ```
///
/// The object has the commented-out members `size` and `colors`. A comment that holds several members is only text here.
package struct CommentedMember: Sendable {
  package let key: String
  /// The value, in a document of its own.
  package let node: JSONNode
  /// The number of members of the object in front of it.
  package let place: Int
  /// The text of its comments, as ``JSONNode/comments(of:)`` has it.
  package let text: String
  /// The bytes of its comments.
  let range: Range<Int>
  /// Whether a comma follows the value in the comment.
  let hasComma: Bool
}

extension JSONNode {
  /// The commented-out members of an object, in the order of the text; none for another value.
  ///
  /// Cost: linear in the number of members and in the text around them.
  package var commentedMembers: [CommentedMember] {
    guard kind == .object, !storage.isBlank else { return [] }
    var found: [CommentedMember] = []
    var (start, own) = (byteRange.lowerBound + 1, storage.head(of: entry).end)
    var child = entry + 1
    let end = storage.entries[entry].payload
    for place in 0... {
      found += commentedMembers(in: start..<storage.entries[child].offset, behind: own, place: place)
      guard child < end else { break }
      let slot = storage.slot(of: child, in: entry)
      (start, own) = (slot.comma.map { $0 + 1 } ?? slot.item.upperBound, slot.own.upperBound)
      child = slot.next
    }
    return found
  }

  /// The commented-out members of the value, and of all objects inside it.
  package var commentedMembersInside: [CommentedMember] {
    let parts = kind == .array ? Array(elements) : members.map(\.value)
    return commentedMembers + parts.flatMap(\.commentedMembersInside)
  }

  /// - Parameter own: The end of what belongs to the member in front. A comment to the end of its line is about that member.
  private func commentedMembers(in range: Range<Int>, behind own: Int, place: Int) -> [CommentedMember] {
    let comments = JSONGap(range, in: storage.trivia).comments.filter {
      $0.range.lowerBound >= own || storage.bytes[$0.range.lowerBound + 1] != UInt8(ascii: "/")
    }
    let texts = comments.map { storage.trivia.uncommented($0.range) }
    var found: [CommentedMember] = []
    var next = 0
    while next < texts.count {
      guard let (count, document) = texts[next...].outcommented(isObject: true) else {
        next += 1
        continue
      }
      let last = next + count - 1
      if document.root.count == 1, let member = document.root.members.first(where: { _ in true }) {
        let text = comments[next...last]
          .map { String(decoding: storage.trivia.text(of: $0.range), as: UTF8.self) }.joined(separator: "\n")
        found.append(
          CommentedMember(
            key: member.key, node: member.value, place: place, text: text,
            range: comments[next].range.lowerBound..<comments[last].range.upperBound,
            hasComma: document.storage.slot(of: 1, in: 0).comma != nil))
      }
      next += count
    }
    return found
  }
}

extension JSONDocument {
  /// Returns the commented-out members with the key that a path ends with, in the object around it.
  package func commentedMembers(at path: SettingPath) -> [CommentedMember] {
    guard let key = path.keys.last, let object = path.parent.flatMap({ node(at: $0) }) else { return [] }
    return object.commentedMembers.filter { $0.key == key }
  }

  /// Returns the document with a member as a comment, or with a commented-out member as one of the object again.
  ///
  /// The member that has another value than the given one becomes a comment, line for line:
  ///
  ///     "size": 14,  // in px     →     // "size": 14,  // in px
  ///
  /// The commented-out member that has the value comes back. Both can happen: then they change places. The commas around them follow, so
  /// an object without a trailing comma gets none. Back and forth gives the same bytes, except that a comma that goes and comes back stands
  /// directly after its value.
  ///
  /// Nothing happens if the member has the value already, or if its text wouldn't be a comment of its own: in an object on one line, such a
  /// comment would belong to the member beside it, and go with that.
  ///
  /// - Parameter value: The value that the member will have; `nil` for none.
  ///
  /// Cost: parses the text.
  package func commenting(_ path: SettingPath, unless value: JSONValue?) -> JSONDocument {
    let old = node(at: path)?.value
    func hasValue(_ member: CommentedMember) -> Bool { member.node.value == value }
    guard old != value else { return self }
    guard let document = old == nil ? self : commentedOut(path) else { return self }
    guard let member = document.commentedMembers(at: path).first(where: hasValue) else { return document }
    return document.commentedIn(member, at: path) ?? self
  }

  /// Returns the document with a member as a comment; `nil` if it couldn't be recognized there.
  private func commentedOut(_ path: SettingPath) -> JSONDocument? {
    guard let place = JSONPlace(path, in: root), storage.entries[place.container].kind == .object else {
      return nil
    }
    let slot = storage.slot(of: place.child, in: place.container)
    let trivia = storage.trivia
    var splices: [Splice] = []
    guard trivia.startsLine(slot.item.lowerBound), slot.endsLine else { return nil }
    let indent = trivia.indentation(at: slot.item.lowerBound).count
    for line in lines(in: slot.item.lowerBound..<slot.own.upperBound) {
      let space = bytes[line].prefix { $0 == 0x20 || $0 == 0x09 }.count
      let start = line.lowerBound + (line.lowerBound == slot.item.lowerBound ? 0 : min(indent, space))
      splices.append(
        Splice(range: start..<start, text: Array((start == line.upperBound ? "//" : "// ").utf8)))
    }
    // The member before it becomes the last one.
    if slot.isLast, slot.comma == nil, let comma = comma(before: place) {
      splices.append(Splice(range: comma..<(comma + 1), text: []))
    }
    let value = node(at: path)?.value
    let document = try? JSONDocument(parsing: Splice.apply(splices, to: bytes), insteadOf: self)
    return document?.commentedMembers(at: path).contains { $0.node.value == value } == true ? document : nil
  }

  /// Returns the document with a commented-out member as one of the object again.
  private func commentedIn(_ member: CommentedMember, at path: SettingPath) -> JSONDocument? {
    guard let object = path.parent.flatMap({ node(at: $0) }) else { return nil }
    var text: [UInt8] = []
    for line in lines(in: member.range) {
      let slash = bytes[line].firstRange(of: "//".utf8)
      // Only space is in front of the slashes of a comment that goes to the end of its line.
      let start = slash.map { bytes[line.lowerBound..<$0.lowerBound] } ?? []
      if let slash, start.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        let rest = bytes[slash.upperBound..<line.upperBound]
        text += start + (rest.first == 0x20 ? rest.dropFirst() : rest)
      } else {
        text += bytes[line]
      }
      if line.upperBound < member.range.upperBound { text += bytes[line.upperBound..<end(ofLine: line)] }
    }
    if text.starts(with: "/*".utf8), text.suffix(2).elementsEqual("*/".utf8) {
      text = Array(text.dropFirst(2).dropLast(2))
      if text.first == 0x20 { text.removeFirst() }
      if text.last == 0x20 { text.removeLast() }
    }
    var splices: [Splice] = []
    let isLast = member.place == object.count
    // The text is read between brackets, so that its own comma is found.
    guard let own = try? JSONDocument(parsing: Array("{".utf8) + text + Array("\n}".utf8)),
      own.root.count == 1
    else { return nil }
    let slot = own.storage.slot(of: 1, in: 0)
    let last = object.count == 0 ? nil : lastChild(of: object, count: member.place)
    let comma = last.flatMap { storage.slot(of: $0, in: object.entry).comma }
    // Without another member, the last comment tells whether the object ends with a comma.
    let endsWithComma = last == nil ? object.commentedMembers.last?.hasComma == true : comma != nil
    if isLast, !endsWithComma, let trailing = slot.comma {
      text.remove(at: trailing - 1)
    } else if !isLast, slot.comma == nil {
      text.insert(UInt8(ascii: ","), at: slot.item.upperBound - 1)
    }
    if let last, comma == nil {
      let end = storage.slot(of: last, in: object.entry).item.upperBound
      splices.append(Splice(range: end..<end, text: [UInt8(ascii: ",")]))
    }
    splices.append(Splice(range: member.range, text: text))
    let document = try? JSONDocument(parsing: Splice.apply(splices, to: bytes), insteadOf: self)
    return document?.node(at: path)?.value == member.node.value ? document : nil
  }

  /// Returns the entry of the key of the last member in front of a place; `nil` at the start.
  private func lastChild(of object: JSONNode, count: Int) -> Int? {
    var last: Int?
    var child = object.entry + 1
    for _ in 0..<count { (last, child) = (child, storage.next(after: child + 1)) }
    return last
  }

  /// Returns the comma between a member and the one in front of it.
  private func comma(before place: JSONPlace) -> Int? {
    var before: Int?
    var child = place.container + 1
    while child != place.child { (before, child) = (child, storage.next(after: child + 1)) }
    return before.flatMap { storage.slot(of: $0, in: place.container).comma }
  }

  /// Returns the lines of a range, without their ends.
  private func lines(in range: Range<Int>) -> [Range<Int>] {
    bytes[range].split(omittingEmptySubsequences: false) { $0 == 0x0a }.map { line in
      line
        .startIndex..<(line.last == 0x0d && line.endIndex < range.upperBound
        ? line.endIndex - 1 : line.endIndex)
    }
  }

  /// Returns the end of the line break behind a line.
  private func end(ofLine line: Range<Int>) -> Int {
    line.upperBound + (bytes[line.upperBound] == 0x0d ? 2 : 1)
  }
}
