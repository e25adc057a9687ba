import TestSupport

@testable import SettingsJSON

extension SeededRandom {
  /// Whether an event with a probability in percent happens.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// A JSON text in a random layout, with the items that its comments belong to.
///
/// Every comment has a number in it (`// #7#`), and ``owners`` says to which member, element or container the number belongs, by how the
/// text was made. After an edit, each comment must still be beside what it is about, or gone with it. Line ends, indentation, trailing
/// commas and a byte order mark vary, too.
struct RandomLayout {
  /// The item that a comment belongs to: a member or an element, or the list or object around it, as a heading does.
  enum Owner: Hashable {
    case child(SettingPath)
    case container(SettingPath)
  }

  private(set) var text = ""
  private(set) var owners: [Int: Owner] = [:]
  /// The paths of all values, and of the containers among them.
  private(set) var paths: [SettingPath] = []
  private(set) var containers: [SettingPath] = []
  private(set) var arrays: [SettingPath] = []
  private(set) var random: SeededRandom
  private let newlines: [String]
  private var newline = ""
  private let unit: String
  private let colon: String
  private let comments: Int
  private let breaks: Int
  private let trailingCommas: Int
  /// The items of the container that is being written.
  private var items: [Item] = []

  /// What decides whether the comments above an item are a heading.
  private struct Item {
    let container: SettingPath
    /// The comments on the lines above.
    var block: [Int] = []
    var followsBlankLine = false
  }

  init(seed: UInt64, hasComments: Bool = true) {
    random = SeededRandom(seed: seed)
    newlines = random.pick([["\n"], ["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"], ["\n", " \n", "\t\r\n"]])
    unit = random.pick(["  ", "    ", "\t", " ", ""])
    colon = random.pick([": ", ":", " : ", ":  "])
    comments = hasComments ? random.pick([0, 15, 50]) : 0
    breaks = random.pick([0, 40, 100, 100, 100])
    trailingCommas = random.pick([0, 0, 40])
    newline = random.pick(newlines)
    if random.chance(10) { text += "\u{feff}" }
    if random.chance(comments) { text += "// about the file" + newline }
    container(at: .root, depth: 0, indent: "", isObject: true)
    if random.chance(70) { text += newline }
    if random.chance(comments) { text += "/* the end */" }
  }

  private mutating func comment(_ owner: Owner, line: Bool? = nil) {
    let id = owners.count
    owners[id] = owner
    if line ?? random.chance(50) {
      text += "// #\(id)#"
    } else {
      text += random.chance(20) ? "/* #\(id)#\(newline)*/" : "/* #\(id)# */"
    }
  }

  private mutating func value(at path: SettingPath, depth: Int, indent: String) {
    paths.append(path)
    if depth < 4, random.chance(40) {
      return container(at: path, depth: depth, indent: indent, isObject: random.chance(65))
    }
    text += random.pick([
      "1", "1.0", "-0", "1e2", "18446744073709551615", "0.1000000000000000000001", "true", "false", "null",
      "\"\"", "\"a\\u0062\\n\"", "\"\u{e9}\u{1f600}\"", "\"// no comment\"", "\"}],{[\"",
      "12345678901234567890",
    ])
  }

  private mutating func container(at path: SettingPath, depth: Int, indent: String, isObject: Bool) {
    containers.append(path)
    if !isObject { arrays.append(path) }
    let inner = indent + unit
    text += isObject ? "{" : "["
    let count = random.chance(15) ? 0 : Int.random(in: 1...4, using: &random)
    var isBroken = random.chance(breaks)
    if isBroken, random.chance(comments) {
      text += " "
      comment(.container(path))
    }
    let outerItems = items
    items = []
    defer {
      resolveHeadings()
      items = outerItems
    }
    if count == 0, !isBroken, random.chance(comments) { comment(.container(path), line: false) }
    for place in 0..<count {
      newline = random.pick(newlines)
      let key = RandomLayout.key(place, &random)
      let child = isObject ? path.appending(key) : path.appending(place)
      items.append(Item(container: path))
      if isBroken {
        lineBreak(before: child, in: path, indent: inner)
      } else {
        text += random.pick(["", " "])
      }
      if random.chance(comments / 3) {
        comment(.child(child), line: false)
        text += random.pick(["", " "])
      }
      if isObject {
        text += "\"" + key + "\"" + colon
        if random.chance(comments / 5) { comment(.child(child), line: false) }
      }
      value(at: child, depth: depth + 1, indent: inner)
      if random.chance(comments / 4) { comment(.child(child), line: false) }
      isBroken = random.chance(breaks)
      let isLast = place == count - 1
      if !isLast || random.chance(trailingCommas) { text += random.pick(["", "", "", " "]) + "," }
      if isBroken || isLast, random.chance(comments) {
        text += " "
        comment(.child(child), line: isBroken ? nil : false)
      }
    }
    if isBroken {
      text += newline
      while random.chance(comments / 3) { commentLine(.container(path), indent: inner) }
      text += indent
    }
    text += isObject ? "}" : "]"
  }

  private mutating func lineBreak(before child: SettingPath, in container: SettingPath, indent: String) {
    let item = items.count - 1
    text += newline
    if random.chance(10) {
      text += newline
      items[item].followsBlankLine = true
    }
    if random.chance(comments / 3) {
      commentLine(.container(container), indent: indent)
      text += newline
      items[item].followsBlankLine = true
    }
    while random.chance(comments) {
      items[item].block.append(owners.count)
      commentLine(.child(child), indent: indent)
    }
    text += indent
  }

  /// Gives the container the comments that are headings: those above a group of several items, set apart by blank lines, of which no
  /// other item has comments above it.
  private mutating func resolveHeadings() {
    for (first, item) in items.enumerated() where !item.block.isEmpty && (item.followsBlankLine || first == 0)
    {
      let others = items[(first + 1)...].prefix { !$0.followsBlankLine }
      let endsWithBlankLine = first + others.count + 1 < items.count
      if !others.isEmpty, others.allSatisfy(\.block.isEmpty), item.followsBlankLine || endsWithBlankLine {
        for comment in item.block { owners[comment] = .container(item.container) }
      }
    }
  }

  private mutating func commentLine(_ owner: Owner, indent: String) {
    text += indent
    comment(owner)
    text += newline
  }

  private static func key(_ place: Int, _ random: inout SeededRandom) -> String {
    random.pick(["a", "key", "longer.key", "ä", ""]) + String(place)
  }
}

extension JSONDocument {
  /// The items that the numbered comments belong to, according to the edits.
  var commentOwners: [Int: RandomLayout.Owner] {
    var owners: [Int: RandomLayout.Owner] = [:]
    collectOwners(of: 0, at: .root, &owners)
    return owners
  }

  private func collectOwners(
    of container: Int, at path: SettingPath, _ owners: inout [Int: RandomLayout.Owner]
  ) {
    let node = JSONNode(storage: storage, entry: container)
    guard node.kind == .array || node.kind == .object else { return }
    let whole = node.byteRange
    guard !node.children.isEmpty else {
      for id in ids(whole) { owners[id] = .container(path) }
      return
    }
    var place = 0
    var child = node.children.lowerBound
    while child < node.children.upperBound {
      let isMember = node.kind == .object
      let value = isMember ? child + 1 : child
      let slot = storage.slot(of: child, in: container)
      let childPath = isMember ? path.appending(storage.text(of: child)) : path.appending(place)
      let gap = (slot.isFirst ? whole.lowerBound : slot.gapStart)..<slot.own.lowerBound
      for id in ids(gap) { owners[id] = .container(path) }
      let inside = storage.range(of: value)
      let own = [
        slot.own.lowerBound..<slot.item.lowerBound,
        (isMember ? storage.tokenEnd(of: child) : inside.lowerBound)..<inside.lowerBound,
        slot.item.upperBound..<slot.own.upperBound,
      ]
      for range in own where !range.isEmpty { for id in ids(range) { owners[id] = .child(childPath) } }
      if slot.isLast {
        for id in ids(slot.own.upperBound..<whole.upperBound) { owners[id] = .container(path) }
      }
      collectOwners(of: value, at: childPath, &owners)
      place += 1
      child = storage.next(after: value)
    }
  }

  private func ids(_ range: Range<Int>) -> [Int] {
    String(decoding: bytes[range], as: UTF8.self).split(separator: "#", omittingEmptySubsequences: false)
      .enumerated().compactMap { $0.offset % 2 == 1 ? Int($0.element) : nil }
  }
}
