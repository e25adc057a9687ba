/// Pairs the elements of two lists that are neither equal nor identified, between elements that stay in place.
///
/// Each pair is an element that changed. Without pairs, an edited element would be shown as removed and added, and
/// nobody could see what was edited. The pairs keep the order of both lists; among all such pairings, the one with the
/// most equal members is chosen, or in large lists the one by position.
///
/// For `[{"x": 1, "y": 1}]` → `[{"x": 9, "y": 9}, {"x": 1, "y": 2}]`, the old point is paired with the second new one,
/// which has its `x`, and the first is new.
///
/// Cost: for each gap between elements that stay, the product of the numbers of old and new elements in it, up to 1024;
/// beyond that, linear.
struct ElementPairing {
  private let old: [JSONValue]
  private let new: [JSONValue]
  /// What identifies elements. Objects with different identities are paired only if at least half of their members
  /// stay.
  private let identity: ElementIdentity?
  /// The maximum number of pairs that are compared between two elements that stay.
  private static let maxPairs = 1024

  init(_ old: [JSONValue], _ new: [JSONValue], identity: ElementIdentity?) {
    self.old = old
    self.new = new
    self.identity = identity
  }

  /// Returns all pairs: the given ones, and new pairs between them, in the order of both lists.
  ///
  /// - Parameters:
  ///   - pairs: The elements that stay, in order.
  ///   - isFreeInOld: Whether an element of the old list can be paired. An element that moves can't.
  ///   - isFreeInNew: Whether an element of the new list can be paired.
  func filling(
    _ pairs: [(old: Int, new: Int)], isFree isFreeInOld: (Int) -> Bool, isFreeInNew: (Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    var filled: [(old: Int, new: Int)] = []
    filled.reserveCapacity(pairs.count)
    var (oldStart, newStart) = (0, 0)
    for pair in pairs + [(old: old.count, new: new.count)] {
      if oldStart < pair.old, newStart < pair.new {
        filled += self.pairs(
          (oldStart..<pair.old).filter(isFreeInOld), (newStart..<pair.new).filter(isFreeInNew))
      }
      if pair.old < old.count { filled.append(pair) }
      (oldStart, newStart) = (pair.old + 1, pair.new + 1)
    }
    return filled
  }

  /// Returns the best pairs of elements of a gap: those with the largest sum of likenesses.
  private func pairs(_ olds: [Int], _ news: [Int]) -> [(old: Int, new: Int)] {
    guard olds.count * news.count <= Self.maxPairs else {
      return zip(olds, news).filter { likeness(old[$0], new[$1]) > 0 }.map { (old: $0, new: $1) }
    }
    // Each old element is compared with each new one once.
    let likenesses = olds.map { place in news.map { likeness(old[place], new[$0]) } }
    // The best sum for the elements from each place on, by the dynamic programming of Needleman and Wunsch (1970), in which
    // elements without a partner cost nothing.
    var best = Array(repeating: Array(repeating: 0, count: news.count + 1), count: olds.count + 1)
    for row in olds.indices.reversed() {
      for column in news.indices.reversed() {
        best[row][column] = max(
          best[row + 1][column], best[row][column + 1], likenesses[row][column] + best[row + 1][column + 1])
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    var (row, column) = (0, 0)
    while row < olds.count, column < news.count {
      let likeness = likenesses[row][column]
      if likeness > 0, best[row][column] == likeness + best[row + 1][column + 1] {
        pairs.append((old: olds[row], new: news[column]))
        (row, column) = (row + 1, column + 1)
      } else if best[row][column] == best[row + 1][column] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  /// Returns how much two values have in common, from 1 to 17; 0 if they aren't versions of one element. Scalars always
  /// can be: where one number stood, another stands now.
  ///
  /// Two objects with 3 of 4 members equal have 13. The 1 in it makes a poor pair better than none.
  private func likeness(_ old: JSONValue, _ new: JSONValue) -> Int {
    guard case .object(let before) = old, case .object(let after) = new else { return 1 }
    let equal = before.members.count { after[$0.key] == $0.value }
    let all = max(before.members.count, after.members.count, 1)
    // An object with another identity is the same one only if at least half of it stays.
    if identity != nil, 2 * equal < all { return 0 }
    return 1 + 16 * equal / all
  }
}

/// The member that identifies the objects of a list.
///
/// It is the first of the members `id`, `uuid`, `key` and `name`, or else the first string of the form, or of the first
/// object if the form doesn't describe the members. It identifies the objects only if each has it, as a string or a
/// number, no two objects of one list have the same value, and it isn't secret. There is no second attempt with another
/// member: members that happen to be distinct identify nothing.
///
/// By it, `{"name": "eu", "port": 1}` and `{"name": "eu", "port": 2}` are one server whose port has changed, wherever
/// in the list it is.
package struct ElementIdentity: Sendable {
  /// The key of the member that identifies an object.
  let key: String

  /// Finds the identity of objects; `nil` if a value isn't an object, or has no such member, and for no values.
  ///
  /// - Parameter element: The form's description of the objects.
  init?(of values: [JSONValue], _ element: FormSetting) {
    guard case .object(let first)? = values.first else { return nil }
    let keys = element.keys(of: first)
    let usual = ["id", "uuid", "key", "name"].lazy.compactMap { name in keys.first { $0.lowercased() == name }
    }
    guard let key = usual.first ?? element.firstText(of: first) else { return nil }
    guard !element.part(key, of: .object(first)).holdsSecrets else { return nil }
    self.key = key
    guard values.allSatisfy({ value(of: $0) != nil }) else { return nil }
  }

  /// Returns what identifies an object; `nil` if the member is missing or neither text nor a number.
  func value(of object: JSONValue) -> JSONValue? {
    switch object.member(key) {
    case .string(let text)?: .string(text)
    case .number(let number)?: .number(number)
    default: nil
    }
  }

  /// What identifies an object, as people read it.
  func text(of object: JSONValue) -> String? {
    value(of: object)?.plainText
  }

  /// Whether each object of a list has its own identity.
  fileprivate func isUnique(in list: [JSONValue]) -> Bool {
    Set(list.compactMap(value)).count == list.count
  }

  /// Returns whether no two objects of the same list have the same identity.
  func isUnique(in old: [JSONValue], _ new: [JSONValue]) -> Bool {
    isUnique(in: old) && isUnique(in: new)
  }
}

extension FormSetting {
  /// Returns what tells an element of a list apart from the others for people: its `name`, `title`, `label`, `id` or `key`, or else its
  /// first text that isn't secret; `nil` for an element that isn't an object, or that has none of these.
  ///
  /// Unlike an ``ElementIdentity``, it identifies nothing, so elements can have the same name. It is cut to 40
  /// characters.
  package func nameOfElement(_ value: JSONValue) -> String? {
    guard case .object(var object) = value else { return nil }
    // A server can have its password before its host, and is called by the host.
    var key = object.namingKey
    while let secret = key, part(secret, of: value).holdsSecrets {
      object[secret] = nil
      key = object.namingKey
    }
    guard let name = key.flatMap({ object[$0] }) else { return nil }
    let text = name.plainText
    return text.count > Self.longestName ? text.prefix(Self.longestName) + "…" : text
  }

  /// The number of characters of a name that a row has space for.
  private static let longestName = 40
}

extension JSONObject {
  /// The key of the member that people would call the object by; `nil` if it has none. A name has text on one line, or
  /// a number. A UUID names an object only if it has nothing else.
  package var namingKey: String? {
    let isName = { (value: JSONValue?) -> Bool in
      switch value {
      case .string(let text)?: !text.isEmpty && !text.contains(where: \.isNewline)
      case .number?: true
      default: false
      }
    }
    let usual = ["name", "title", "label", "id", "key", "uuid", "guid"].lazy
      .compactMap { name in self.members.first { $0.key.lowercased() == name && isName($0.value) }?.key }
    if let key = usual.first(where: { !["uuid", "guid"].contains($0.lowercased()) }) { return key }
    let text = members.first {
      if case .string(let text) = $0.value { !text.isEmpty && $0.key.lowercased() != "guid" } else { false }
    }
    return text?.key ?? usual.first
  }
}

extension FormSetting {
  /// Returns the keys of the members that the form describes; if it describes none, the object's own keys.
  fileprivate func keys(of object: JSONObject) -> [String] {
    if case .object(let section) = kind, !section.items.isEmpty { return section.items.map(\.key) }
    return object.members.map(\.key)
  }

  /// The key of the first text: of the form's members, or else of the object's own.
  fileprivate func firstText(of object: JSONObject) -> String? {
    if case .object(let section) = kind, !section.items.isEmpty {
      return section.items.lazy.compactMap { item -> String? in
        guard case .setting(let setting) = item, case .string = setting.kind else { return nil }
        return setting.key
      }.first
    }
    return object.members.first { if case .string = $0.value { true } else { false } }?.key
  }
}
