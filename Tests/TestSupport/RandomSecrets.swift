import Foundation

/// Generates forms with secrets at random places, and documents in which each secret can be recognized.
///
///     var secrets = RandomSecrets(seed: seed)
///     secrets.schema                         {"properties": {"k0": {"type": "string", "writeOnly": true}, …}}
///     secrets.document()                     {"k0": "QSEC17", "k1": ["QPLN18"], …}
///     RandomSecrets.leak(in: output)         nil, or the place in the output that shows a secret
///
/// A secret can be in nested sections, lists, dictionaries, tuples, patterns, variants, references, conditions, a secret section, or at a
/// key of an earlier version. Each secret string begins with `QSEC` and each secret number with `770077007`; no output may contain either.
/// Public values begin with `QPLN` and `880088008`, by which a test notices if everything is masked.
public struct RandomSecrets {
  /// The form: a JSON Schema.
  public private(set) var schema = ""
  private var random: SeededRandom
  private var root = Node.text(isSecret: false)
  private var definitions: [String] = []
  private var count = 0

  /// A value that the form describes, with the secrecy that it is given here. What is inside of a secret node is secret as well.
  private indirect enum Node {
    case text(isSecret: Bool)
    case number(isSecret: Bool)
    case object([Member], isSecret: Bool)
    case list(Node, isSecret: Bool)
    case map(Node, isSecret: Bool)
    /// A dictionary: members whose keys begin with `x`, and other members.
    case patterns(Node, Node)
    case tuple([Node], rest: Node)
    /// A string or another node.
    case variant(Node, textIsSecret: Bool)
    /// The target of a reference.
    case reference(Node, name: String)
  }

  private struct Member {
    let key: String
    let node: Node
    /// The key that the member had in an earlier version, if the document uses it.
    let formerKey: String?
    /// A keyword of the parent object that describes the member, with its value.
    let keyword: String?
    /// Whether that keyword makes the member secret.
    let isHidden: Bool
  }

  /// Generates a form; the same seed gives the same form.
  public init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    root = object(depth: 0, count: 6, isSecret: false)
    var text = schema(root)
    text.removeLast()
    if random.once(in: 6) { text += #", "x-rules": [5, {"require": {"var": "nowhere"}}]"# }
    schema = text + #", "$defs": {\#(definitions.joined(separator: ", "))}}"#
  }

  /// The part of the text that shows a secret, with its surroundings; `nil` if the text shows no secret.
  public static func leak(in text: String) -> String? {
    for mark in ["QSEC", "770077007"] {
      guard let range = text.firstRange(of: mark) else { continue }
      let start = text[..<range.lowerBound].suffix(120)
      return String(start + text[range.lowerBound...].prefix(80))
    }
    return nil
  }

  /// Whether text contains part of a public value.
  public static func hasPlain(_ text: String) -> Bool { text.contains("QPLN") || text.contains("880088008") }
}

// MARK: - Forms

extension RandomSecrets {
  private mutating func node(depth: Int) -> Node {
    let isSecret = random.once(in: 4)
    if depth > 3 || random.once(in: 3) {
      return random.once(in: 3)
        ? .number(isSecret: isSecret) : .text(isSecret: isSecret || random.once(in: 3))
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: return object(depth: depth, count: 3, isSecret: random.once(in: 6))
    case 2: return .list(node(depth: depth + 1), isSecret: random.once(in: 6))
    case 3: return .map(node(depth: depth + 1), isSecret: random.once(in: 6))
    case 4: return .patterns(node(depth: depth + 1), node(depth: depth + 1))
    case 5: return .tuple([node(depth: depth + 1), node(depth: depth + 1)], rest: node(depth: depth + 1))
    case 6: return .variant(object(depth: depth, count: 3, isSecret: false), textIsSecret: isSecret)
    default:
      count += 1
      let name = "d\(count)"
      return .reference(node(depth: depth + 1), name: name)
    }
  }

  private mutating func object(depth: Int, count: Int, isSecret: Bool) -> Node {
    let members = (0..<Int.random(in: 1...count, using: &random)).map { number in
      let key = "k\(number)"
      let hidden = #"{"properties": {"\#(key)": {"writeOnly": true}}}"#
      let cause = random.pick([
        #""allOf": [\#(hidden)]"#, #""anyOf": [\#(hidden), {"required": ["nowhere"]}]"#,
        #""if": {"required": ["\#(key)"]}, "then": \#(hidden)"#, #""if": false, "else": \#(hidden)"#,
        #""dependentSchemas": {"\#(key)": \#(hidden)}"#,
        #""patternProperties": {"^\#(key)$": {"writeOnly": true}}"#,
        // Faults that leave out the mark.
        #""patternProperties": {"^(k)\\1?": {"writeOnly": true}}"#, #""allOf": \#(hidden)"#,
        #""anyOf": [[\#(hidden)], true]"#, #""if": [\#(hidden)]"#, #""dependentSchemas": [\#(hidden)]"#,
        ##""$ref": "#/$defs/nowhere", "dependencies": [\##(hidden)]"##,
      ])
      let limit = #""allOf": [{"properties": {"\#(key)": {"pattern": "^[A-Z0-9]*$"}}}]"#
      let isHidden = number == 0 && random.once(in: 4)
      let isLimited = number == 0 && random.once(in: 2)
      return Member(
        key: key, node: node(depth: depth + 1), formerKey: random.once(in: 8) ? "old\(number)" : nil,
        keyword: isHidden ? cause : isLimited ? limit : nil, isHidden: isHidden)
    }
    return .object(members, isSecret: isSecret)
  }

  private mutating func schema(_ node: Node) -> String {
    switch node {
    case .text(let isSecret): return #"{"type": "string", "pattern": "^[A-Z0-9]*$"\#(flag(isSecret))}"#
    case .number(let isSecret): return #"{"type": "integer"\#(flag(isSecret))}"#
    case .object(let members, let isSecret):
      let properties = members.map { member in
        var inner = schema(member.node)
        if let former = member.formerKey, !inner.contains("\"properties\""), !inner.contains("$ref") {
          inner.removeLast()
          inner += #", "x-setting": {"was": ["\#(former)"]}}"#
        }
        return #""\#(member.key)": \#(inner)"#
      }
      let causes = members.compactMap(\.keyword).map { ", " + $0 }.joined()
      return
        #"{"type": "object", "properties": {\#(properties.joined(separator: ", "))}\#(causes)\#(flag(isSecret))}"#
    case .list(let element, let isSecret):
      return #"{"type": "array", "items": \#(schema(element))\#(flag(isSecret))}"#
    case .map(let element, let isSecret):
      return #"{"type": "object", "additionalProperties": \#(schema(element))\#(flag(isSecret))}"#
    case .patterns(let some, let others):
      let pattern = random.once(in: 4) ? #"^(x)\\1?"# : "^x"
      return
        #"{"type": "object", "patternProperties": {"\#(pattern)": \#(schema(some))}, "additionalProperties": \#(schema(others))}"#
    case .tuple(let first, let rest):
      let prefix = first.map { schema($0) }.joined(separator: ", ")
      return #"{"type": "array", "prefixItems": [\#(prefix)], "items": \#(schema(rest))}"#
    case .variant(let other, let isSecret):
      let keyword = random.pick(["anyOf", "oneOf"])
      return #"{"\#(keyword)": [\#(schema(.text(isSecret: isSecret))), \#(schema(other))]}"#
    case .reference(let target, let name):
      definitions.append(#""\#(name)": \#(schema(target))"#)
      return ##"{"$ref": "#/$defs/\##(name)"}"##
    }
  }

  /// The mark of a secret, sometimes beside a fault or with one.
  private mutating func flag(_ isSecret: Bool) -> String {
    let faults = [#", "minimum": "3""#, #", "enum": 5"#, #", "maxLength": -1"#, #", "default": {}"#]
    let fault = random.once(in: 8) ? random.pick(faults) : ""
    guard isSecret else { return fault }
    return fault + (random.once(in: 8) ? #", "writeOnly": "yes""# : #", "writeOnly": true"#)
  }
}

// MARK: - Documents

extension RandomSecrets {
  /// Generates a document for the form. Each call gives another one.
  ///
  /// - Parameter isWrong: Whether some values have the wrong type or violate limits. A secret must stay one at a place where it isn't
  ///   valid, too, as after a slip in an editor.
  public mutating func document(isWrong: Bool = false) -> String {
    value(root, isSecret: false, isWrong: isWrong, isVariant: true)
  }

  private mutating func marker(_ isSecret: Bool) -> String {
    count += 1
    return (isSecret ? "QSEC" : "QPLN") + String(count)
  }

  private mutating func number(_ isSecret: Bool) -> String {
    count += 1
    return (isSecret ? "770077007" : "880088008") + String(count)
  }

  private mutating func value(_ node: Node, isSecret: Bool, isWrong: Bool, isVariant: Bool) -> String {
    let isWrongHere = isWrong && !isVariant && random.once(in: 3)
    let inner = { (random: inout RandomSecrets, node: Node, isSecret: Bool) in
      random.value(node, isSecret: isSecret, isWrong: isWrong, isVariant: false)
    }
    switch node {
    case .text(let isOwn):
      let isSecret = isSecret || isOwn
      guard isWrongHere else { return "\"\(marker(isSecret))\"" }
      // Among public values, only a public string can be recognized.
      if !isSecret { return "\"\(marker(false))-\"" }
      let text = "\"\(marker(true))-\""
      return random.pick([text, "[\(text)]", "{\(text): \(text)}", number(true)])
    case .number(let isOwn):
      let isSecret = isSecret || isOwn
      return isWrongHere ? "\"\(marker(isSecret))\"" : number(isSecret)
    case .object(let members, let isOwn):
      if isWrongHere, isSecret || holdsSecret(node) { return misplaced() }
      let isSecret = isSecret || isOwn
      var texts = members.map { member in
        let key = member.formerKey.flatMap { isFormerKeyKnown(member) ? $0 : nil } ?? member.key
        let value = value(
          member.node, isSecret: isSecret || member.isHidden, isWrong: isWrong, isVariant: false)
        return "\"\(key)\": \(value)"
      }
      if isSecret { texts.append(#""\#(marker(true))": "\#(marker(true))""#) }
      return "{\(texts.joined(separator: ", "))}"
    case .list(let element, let isOwn):
      if isWrongHere, isSecret || holdsSecret(node) { return misplaced() }
      let elements = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        inner(&self, element, isSecret || isOwn)
      }
      return "[\(elements.joined(separator: ", "))]"
    case .map(let element, let isOwn):
      if isWrongHere, isSecret || holdsSecret(node) { return misplaced() }
      let isSecret = isSecret || isOwn
      let members = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        "\"\(marker(isSecret))\": \(inner(&self, element, isSecret))"
      }
      return "{\(members.joined(separator: ", "))}"
    case .patterns(let some, let others):
      if isWrongHere, isSecret || holdsSecret(node) { return misplaced() }
      let key = marker(isSecret)
      return #"{"x\#(key)": \#(inner(&self, some, isSecret)), "\#(key)": \#(inner(&self, others, isSecret))}"#
    case .tuple(let first, let rest):
      if isWrongHere, isSecret || holdsSecret(node) { return misplaced() }
      let elements = (first + [rest, rest]).map { inner(&self, $0, isSecret) }
      return "[\(elements.joined(separator: ", "))]"
    case .variant(let other, let textIsSecret):
      // A value that one variant rejects may be valid for the other.
      let node = random.once(in: 2) ? .text(isSecret: textIsSecret) : other
      return value(node, isSecret: isSecret, isWrong: isWrong, isVariant: true)
    case .reference(let target, _):
      return value(target, isSecret: isSecret, isWrong: isWrong, isVariant: isVariant)
    }
  }

  /// A value that is neither a list nor an object.
  private mutating func misplaced() -> String { random.once(in: 2) ? "\"\(marker(true))\"" : number(true) }

  /// Whether the form has the earlier key: sections have no earlier keys.
  private func isFormerKeyKnown(_ member: Member) -> Bool {
    switch member.node {
    case .text, .number: true
    default: false
    }
  }

  private func holdsSecret(_ node: Node) -> Bool {
    switch node {
    case .text(let isSecret), .number(let isSecret): isSecret
    case .object(let members, let isSecret):
      isSecret || members.contains { $0.isHidden || holdsSecret($0.node) }
    case .list(let inner, let isSecret), .map(let inner, let isSecret): isSecret || holdsSecret(inner)
    case .patterns(let some, let others): holdsSecret(some) || holdsSecret(others)
    case .tuple(let first, let rest): holdsSecret(rest) || first.contains(where: holdsSecret)
    case .variant(let other, let textIsSecret): textIsSecret || holdsSecret(other)
    case .reference(let target, _): holdsSecret(target)
    }
  }
}
