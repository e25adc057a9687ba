/// The secret parts of a value, determined by the place of the value in a form.
///
/// It is derived from the keyword `writeOnly` wherever a schema has it. If several schemas can describe a value
/// (`allOf`, `anyOf`, `oneOf`, `if`), a part is secret if one of them that allows the value's type marks it. A value of
/// a type that no schema allows is secret as a whole, because it might be a secret that was written a level too high.
///
///     "database": { "url": "…", "password": { writeOnly } }
///
///     file                                      shown
///     "database": { "password": "hunter2" }     "database": { "password": "********" }
///     "database": "hunter2"                     "database": "********"       a string where only an object is allowed
///
/// So the answer depends on the schema and on the type of the value that is really there, not on whether the value is
/// valid. The rule errs on the safe side: it can mask too much, and never too little.
///
/// Everything that is shown, printed, logged or passed to another program goes through ``masked(_:)``.
///
/// Cost: most forms have no secrets, and `holdsSecrets` is then `false` at once, without a look at the value. The
/// secrecy of a member or an element is computed when it is asked for.
package struct Secrecy: Sendable {
  /// One schema that can describe the value. A value can have several: each schema of an `anyOf`, and the schema around
  /// it.
  struct Alternative: Sendable {
    var types: JSONTypeSet
    var isSecret = false
    /// The secrecy of the value's parts.
    var parts = Parts()
  }

  /// The string shown in place of a secret.
  package static let maskText = Phrase.mask
  /// The character shown in place of each character of a secret while it is typed.
  package static let maskCharacter = Phrase.maskCharacter
  /// The value shown in place of a secret.
  package static let mask = JSONValue.string(maskText)

  /// Nothing is secret. It is also the secrecy of a value that no schema describes, such as a member that the form
  /// doesn't know: what a program writes beside the form's settings isn't a secret of the form.
  package static let none = Secrecy(alternatives: [], types: .all, holdsSecrets: false)
  /// The whole value is secret, regardless of its type. Every part of it is, too.
  package static let whole = Secrecy(
    alternatives: [Alternative(types: .all, isSecret: true)], types: .all, holdsSecrets: true)

  /// A tree whose nodes have a secret and children of the same kind has no finite secrecy if it is computed at once. It is computed level by
  /// level, when a value of that depth is really looked at. Only the next level is computed, whose parts are deferred again, so the secrecy
  /// never asks itself.
  private enum Content {
    case known([Alternative], JSONTypeSet)
    case deferred(Deferred<Secrecy>)
  }

  private let content: Content
  /// Whether any part of any value is secret. If it is `false`, nobody looks further, and the parts aren't even
  /// computed.
  package let holdsSecrets: Bool

  init(alternatives: [Alternative], types: JSONTypeSet, holdsSecrets: Bool) {
    content = .known(alternatives, types)
    self.holdsSecrets = holdsSecrets
  }

  /// Creates the secrecy of a value whose schema may refer to itself. Only schemas that hold secrets are deferred, so
  /// it claims that there are some without a look.
  init(_ deferred: Deferred<Secrecy>) {
    content = .deferred(deferred)
    holdsSecrets = true
  }

  /// The schemas that can describe the value.
  var alternatives: [Alternative] {
    switch content {
    case .known(let alternatives, _): alternatives
    case .deferred(let deferred): deferred.value.alternatives
    }
  }

  /// The types that the value can have. A value of another type is secret, as long as anything in the value is.
  var types: JSONTypeSet {
    switch content {
    case .known(_, let types): types
    case .deferred(let deferred): deferred.value.types
    }
  }

  /// Whether every value is secret as a whole. A schema that marks only strings makes a string secret, and not the
  /// setting.
  package var isWhole: Bool {
    holdsSecrets && alternatives.contains { $0.isSecret && $0.types == .all }
  }
}

// MARK: - Masking

extension Secrecy {
  /// Returns a value with each secret part masked.
  ///
  /// `null` and an empty string aren't masked: a person can see whether a secret is set. The mask always has eight
  /// characters, whatever the length of the secret.
  ///
  /// Cost: constant if no part is secret, otherwise linear in the size of the value.
  package func masked(_ value: JSONValue) -> JSONValue {
    guard holdsSecrets, value != .null, value != .string("") else { return value }
    if hides(JSONType(of: value)) { return Self.mask }
    switch value {
    case .array(let elements):
      return .array(elements.enumerated().map { element($0.offset).masked($0.element) })
    case .object(let object):
      return .object(
        JSONObject(
          distinct: object.members.map {
            JSONObject.Member(key: $0.key, value: member($0.key).masked($0.value))
          }))
    case .null, .bool, .number, .string: return value
    }
  }

  /// Returns the text of a document with a mask in place of each secret value; all other bytes are unchanged, comments
  /// included.
  ///
  /// Of a key that an object has twice, both values are masked. The result is JSON again, with a string at each masked
  /// place.
  ///
  /// Cost: linear in the size of the document.
  package func masked(_ document: JSONDocument) -> [UInt8] {
    var ranges: [Range<Int>] = []
    addHiddenRanges(of: document.root, to: &ranges)
    let mask = Array(JSONValue.string(Self.maskText).description.utf8)
    var bytes: [UInt8] = []
    var end = 0
    for range in ranges {
      bytes += document.bytes[end..<range.lowerBound]
      bytes += mask
      end = range.upperBound
    }
    return bytes + document.bytes[end...]
  }

  /// Adds the byte ranges of the secret values in a node, in the order of the text. A whole object that is secret is
  /// one range.
  private func addHiddenRanges(of node: JSONNode, to ranges: inout [Range<Int>]) {
    guard holdsSecrets, node.kind != .null, node.string != "" else { return }
    if hides(anyOf: JSONTypeSet(node.kind)) { return ranges.append(node.byteRange) }
    for (index, value) in node.elements.enumerated() where node.kind == .array {
      element(index).addHiddenRanges(of: value, to: &ranges)
    }
    for (key, value) in node.allMembers { member(key).addHiddenRanges(of: value, to: &ranges) }
  }

  /// Whether a value has a part to mask. A change of such a value is reported as secret.
  package func hidesPart(of value: JSONValue) -> Bool {
    guard holdsSecrets, value != .null, value != .string("") else { return false }
    if hides(JSONType(of: value)) { return true }
    return switch value {
    case .array(let elements): elements.enumerated().contains { element($0.offset).hidesPart(of: $0.element) }
    case .object(let object): object.members.contains { member($0.key).hidesPart(of: $0.value) }
    case .null, .bool, .number, .string: false
    }
  }

  package func hides(_ type: JSONType) -> Bool { hides(anyOf: JSONTypeSet(type)) }

  /// Whether a value is secret as a whole. The set contains exactly one type: the value's.
  func hides(anyOf type: JSONTypeSet) -> Bool {
    guard holdsSecrets else { return false }
    guard types.contains(type) else { return true }
    return alternatives.contains { $0.isSecret && $0.types.contains(type) }
  }
}

// MARK: - Parts

extension Secrecy {
  /// Returns the secrecy of a member of an object. Every member of a secret object is secret, whatever its key is.
  package func member(_ key: String) -> Secrecy {
    guard holdsSecrets else { return .none }
    if hides(.object) { return .whole }
    let parts = alternatives.filter { $0.types.contains(.object) }.map(\.parts)
    // A value under a former key is the value of the current key.
    let keys = [key] + parts.flatMap { $0.formerKeys[ExactText(key)] ?? [] }
    // And the value of the current key was perhaps a secret.
    let former = parts.flatMap { $0.formerNames[ExactText(key)] ?? [] }.flatMap { key in
      parts.map { $0.member(key) }.filter(\.holdsSecrets)
    }
    return Secrecy.any(of: keys.flatMap { key in parts.map { $0.member(key) } } + former)
  }

  /// Returns the secrecy of an element of a list. Elements behind `prefixItems` share the secrecy of `items`, so any
  /// large index stands for them.
  package func element(_ index: Int) -> Secrecy {
    guard holdsSecrets else { return .none }
    if hides(.array) { return .whole }
    return Secrecy.any(
      of: alternatives.lazy.filter { $0.types.contains(.array) }.map { $0.parts.element(index) })
  }

  /// Returns the secrecy of a member or an element, named by a key of a path.
  ///
  /// A path doesn't say whether `0` is the key of a member or the index of an element. If the schema allows both, the
  /// result is as secret as either.
  package func part(_ key: String) -> Secrecy {
    guard holdsSecrets else { return .none }
    let member = types.contains(.object) ? member(key) : .none
    // In a JSON Pointer, `-` is the element after the last one (RFC 6901, section 4).
    guard types.contains(.array), let index = key == "-" ? .max : Int(key), index >= 0 else { return member }
    return Secrecy.any(of: [member, element(index)])
  }

  /// Returns the secrecy of a value that at least one of several schemas describes.
  ///
  /// Explicit types take precedence over "any type", which is what a schema without a type allows. Otherwise, one
  /// schema without a type would switch off the rule that a value of a type that isn't allowed is masked.
  static func any(of others: some Sequence<Secrecy>) -> Secrecy {
    var alternatives: [Alternative] = []
    var types: JSONTypeSet = []
    var holdsSecrets = false
    for other in others {
      alternatives += other.alternatives
      if other.types != .all { types.formUnion(other.types) }
      holdsSecrets = holdsSecrets || other.holdsSecrets
    }
    return Secrecy(
      alternatives: alternatives, types: types.isEmpty ? .all : types, holdsSecrets: holdsSecrets)
  }

  /// Returns the secrecy of a value that both describe: what one of them marks is secret. A value has to have a type
  /// that both allow, so the types are those in common.
  package func joined(with other: Secrecy) -> Secrecy {
    guard other.holdsSecrets else { return self }
    // A side without secrets still limits the types: if it allows only strings, an object is of a wrong type, and may be a misplaced
    // secret.
    guard holdsSecrets || types != .all else { return other }
    return Secrecy(
      alternatives: alternatives + other.alternatives, types: types.intersection(other.types),
      holdsSecrets: true)
  }
}

extension Secrecy {
  /// The secrecy of the parts of lists and objects, according to one schema.
  ///
  /// A member is looked for like in a check: by its name and by each pattern that matches its key, and otherwise among
  /// the additional ones. A name and a pattern can both apply.
  struct Parts: Sendable {
    /// Members whose keys match a pattern.
    struct Pattern: Sendable {
      /// The regular expression; `nil` if it is malformed; it then matches any key.
      let keys: TextPattern?
      let secrecy: Secrecy
    }

    /// All named members, with or without secrets.
    var properties: [ExactText: Secrecy] = [:]
    /// The current keys for each former key.
    var formerKeys: [ExactText: [String]] = [:]
    /// The former keys for each current key.
    var formerNames: [ExactText: [String]] = [:]
    var patterns: [Pattern] = [] {
      didSet {
        patternKeys = TextPatternSet(patterns.map(\.keys))
        patternsHoldSecrets = patterns.contains(where: \.secrecy.holdsSecrets)
      }
    }
    /// Whether any pattern has a secret, computed when the patterns are set.
    private var patternsHoldSecrets = false
    private var patternKeys = TextPatternSet([])
    /// All other members.
    var additional = Secrecy.none
    /// The first elements.
    var prefix: [Secrecy] = []
    /// All other elements.
    var items = Secrecy.none
    /// Any element, if `contains` may describe it.
    var contained = Secrecy.none

    /// Whether any part is secret. Patterns are asked when they are set and not here, since there can be thousands of
    /// them.
    var holdsSecrets: Bool {
      additional.holdsSecrets || items.holdsSecrets || contained.holdsSecrets
        || properties.values.contains(where: \.holdsSecrets)
        || patternsHoldSecrets
        || prefix.contains(where: \.holdsSecrets)
    }

    /// Returns the secrecy of a member.
    ///
    /// If there are so many patterns that matching them isn't affordable, every key may match a secret one. A malformed
    /// pattern matches every key for the same reason: it is unknown what it should have matched.
    func member(_ key: String) -> Secrecy {
      let named = properties[ExactText(key)].map { [$0] } ?? []
      if patternKeys.isTooLarge {
        return patternsHoldSecrets ? .whole : Secrecy.any(of: named + [additional])
      }
      let matching = (patternKeys.places(in: key) { $0.matches(key) } + patternKeys.malformed).sorted()
        .map { patterns[$0].secrecy }
      let all = named + matching
      return all.isEmpty ? additional : Secrecy.any(of: all)
    }

    /// Returns the secrecy of an element. If `contains` may describe it with a secret, any element may be the one.
    func element(_ index: Int) -> Secrecy {
      let element = prefix.indices.contains(index) ? prefix[index] : items
      return contained.holdsSecrets ? Secrecy.any(of: [element, contained]) : element
    }
  }
}

extension Secrecy {
  /// Creates the secrecy of an object, or `null`, from the secrecy of its members. Members that aren't listed have no
  /// secrets, and a value of another type is secret if any member is.
  package init(ofObjectWith members: [ExactText: Secrecy]) {
    var parts = Parts()
    parts.properties = members
    self.init(
      alternatives: [Alternative(types: .object, parts: parts)], types: [.object, .null],
      holdsSecrets: parts.holdsSecrets)
  }
}

// MARK: - Secrets by their paths

/// The paths of secrets, as records keep them. With them, values stay masked when their form is gone. An element of a list is `-`, because
/// elements move.
extension Secrecy {
  /// The maximum number of paths. Of more secrets, the objects and lists around them are named. The paths are in the
  /// header of each record of the history.
  package static let maxPaths = 500

  /// The key of a path that stands for each element of a list.
  private static let anyElement = "-"
  /// The key of a path of a migration that stands for each element or each key.
  private static let anyPart = "*"

  /// Creates the secrecy of a document from the paths of secrets in it.
  ///
  /// For `["database.password", "servers.-.token"]`, a string at `database` is secret as well, because nothing but an
  /// object was there. The empty path makes the whole document secret.
  package init(ofPaths paths: some Sequence<SettingPath>) {
    self.init(ofKeys: paths.map { $0.keys[...] })
  }

  /// Creates the secrecy of a value from the paths of secrets in it. No path means no secret; an empty one, that the
  /// whole value is secret.
  private init(ofKeys paths: [ArraySlice<String>]) {
    guard !paths.isEmpty else {
      self = .none
      return
    }
    guard !paths.contains(where: \.isEmpty) else {
      self = .whole
      return
    }
    var members: [ExactText: [ArraySlice<String>]] = [:]
    for path in paths {
      if let key = path.first { members[ExactText(key), default: []].append(path.dropFirst()) }
    }
    var parts = Parts()
    parts.properties = members.mapValues { Secrecy(ofKeys: $0) }
    var types: JSONTypeSet = [.object, .null]
    let each = parts.properties[ExactText(Self.anyPart)]
    if let each { parts.additional = each }
    if let elements = parts.properties[ExactText(Self.anyElement)] ?? each {
      parts.items = elements
      types.insert(.array)
    }
    self.init(alternatives: [Alternative(types: types, parts: parts)], types: types, holdsSecrets: true)
  }

  /// Returns the paths of the secrets in a document, in its order, each once.
  ///
  /// A list of a thousand servers with passwords has one path, `servers.-.token`, since all elements share it. If there
  /// are still too many paths, all are cut to the same shorter depth, so that the objects around the secrets are named:
  /// that masks more, and never less.
  ///
  /// Cost: linear in the number of secret members of sections, and in the size of other values with secrets.
  package func paths(in document: JSONDocument) -> [SettingPath] {
    var paths: [SettingPath] = []
    var known: Set<SettingPath> = []
    forEachPath(of: document.root, at: .root) { if known.insert($0).inserted { paths.append($0) } }
    var depth = paths.map(\.keys.count).max() ?? 0
    while paths.count > Self.maxPaths, depth > 0 {
      depth -= 1
      known = []
      paths = paths.map { SettingPath(Array($0.keys.prefix(depth))) }.filter { known.insert($0).inserted }
    }
    return paths
  }

  /// Calls the body with the path of each secret part of a value, also of an empty value, which can be set later.
  private func forEachPath(of node: JSONNode, at path: SettingPath, _ body: (SettingPath) -> Void) {
    guard holdsSecrets else { return }
    if hides(anyOf: JSONTypeSet(node.kind)) { return body(path) }
    switch node.kind {
    case .array:
      let inner = path.appending(Self.anyElement)
      for (index, value) in node.elements.enumerated() {
        element(index).forEachPath(of: value, at: inner, body)
      }
    case .object:
      if let keys = keysOfSecrets {
        let members = keys.compactMap { key in node[key].map { (key: key, value: $0) } }
          .sorted { $0.value.byteRange.lowerBound < $1.value.byteRange.lowerBound }
        for (key, value) in members {
          member(key).forEachPath(of: value, at: path.appending(key), body)
        }
      } else {
        for (key, value) in node.members {
          member(key).forEachPath(of: value, at: path.appending(key), body)
        }
      }
    case .null, .bool, .number, .string: break
    }
  }

  /// The keys of an object's members that may hold secrets; `nil` if there can be any others. A section of a thousand
  /// settings with one password is asked for one member, and not for a thousand.
  private var keysOfSecrets: [String]? {
    var keys: [String] = []
    for parts in alternatives.map(\.parts) {
      guard parts.patterns.isEmpty, !parts.additional.holdsSecrets, parts.formerKeys.isEmpty else {
        return nil
      }
      keys += parts.properties.filter(\.value.holdsSecrets).map(\.key.text)
    }
    return keys
  }
}

extension Secrecy {
  /// Whether an element can be secret because of its position, as in a tuple of a user and a password. Elements of such a list keep their
  /// places in comparisons and in the editor, because a secret that moved could become visible.
  package var dependsOnPosition: Bool {
    holdsSecrets && alternatives.contains { !$0.parts.prefix.isEmpty }
  }
}

/// The scalars and keys in values, counted by whether they are masked where they are.
///
/// A mask belongs to a place, and an edit can move a value away from its place: in a tuple of a user and a password, the password becomes the
/// visible user when the element before it is removed. To find out, the values before and after an edit are compared. That works for every
/// edit, also for kinds of edits that are added later.
package struct MaskedParts: Sendable {
  private var hidden: [JSONValue: Int] = [:]
  private var visible: [JSONValue: Int] = [:]

  package init() {}

  /// Adds the parts of a value.
  package mutating func add(_ value: JSONValue, _ secrecy: Secrecy) {
    // No mask is shown for an empty value.
    guard value != .null, value != .string("") else { return }
    let isHidden = secrecy.hides(JSONType(of: value))
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() { add(element, secrecy.element(index)) }
    case .object(let object):
      for member in object.members {
        count(.string(member.key), isHidden: isHidden)
        add(member.value, secrecy.member(member.key))
      }
    case .null, .bool, .number, .string: count(value, isHidden: isHidden)
    }
  }

  private mutating func count(_ part: JSONValue, isHidden: Bool) {
    if isHidden { hidden[part, default: 0] += 1 } else { visible[part, default: 0] += 1 }
  }

  /// Whether a part that is masked here has become visible in other values.
  ///
  /// A part that stays masked where it is doesn't count, even if the same value is also visible elsewhere: it was typed there, as `true` can
  /// be beside a secret `true`.
  package func isShown(in other: MaskedParts) -> Bool {
    hidden.contains { part, count in
      other.hidden[part, default: 0] < count
        && other.visible[part, default: 0] > visible[part, default: 0]
    }
  }
}

extension Secrecy {
  /// Whether a value shows something that is masked in another value of the same setting.
  package func shows(_ new: JSONValue, hiddenIn old: JSONValue) -> Bool {
    guard holdsSecrets else { return false }
    var (before, after) = (MaskedParts(), MaskedParts())
    before.add(old, self)
    after.add(new, self)
    return before.isShown(in: after)
  }
}
