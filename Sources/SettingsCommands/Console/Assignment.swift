import SettingsEditing
import SettingsTUI

/// `PATH=VALUE` with a value of the setting's type, `PATH:=JSON`, or `PATH` alone, which asks for the value. A `+` or `-` before the operator
/// adds an element to a list or removes it.
///
///     network.port=8080          the path network.port, the text 8080, read by the setting's type
///     network.port:=8080         the same path, the JSON number 8080
///     tags:=["a","b"]            a list
///     tags+=c                    the list with c, once
///     tags-=c                    the list without c
///     tags.-=c                   one more element, also if the list has it: the key "-" is the place after the last one
///     hosts.[name=eu].port=80    the port of the element with the name eu
///     network.password           the value is asked for, or read from the standard input
///     :=["a","b"]                the whole document
///     "a=b".c=1                  the member c of a=b
///     /a~1b=1                    a JSON Pointer: the key a/b
///
/// What the text means depends on the type, so parsing ends with the text (`value(at:in:)` goes on when the setting is known): `8080` is a
/// number for a port and a string for a name.
struct Assignment {
  /// The right side of an assignment.
  enum Value {
    case typed(String)
    case json(JSONValue)
    /// A value that isn't part of the command line; see ``AskedValues``.
    case asked
  }

  /// What happens to the value.
  enum Operation: Character {
    /// It replaces the one that is there.
    case set = "="
    /// It is appended to a list that doesn't contain it.
    case add = "+"
    /// Each element that is equal to it is removed from a list.
    case remove = "-"
  }

  let path: SettingPath
  let operation: Operation
  let value: Value
  /// The word that was parsed, for advice about another way to write it.
  let word: String

  var isAsked: Bool {
    if case .asked = value { true } else { false }
  }

  /// The parts of an assignment, as they were typed: also of a word that isn't complete yet, for the completion.
  struct Parts {
    let path: Substring
    let operation: Operation
    let isJSON: Bool
    let value: Substring
  }

  /// Splits a word at the first `=` outside quotation marks and selectors; returns `nil` if it has none.
  ///
  /// Quotation marks are those of a path, around a whole key: `"a=b".c=1` sets the member `c` of `a=b`. In a JSON Pointer, and inside a key,
  /// they are characters as any other. Everything after the `=` is the value, further `=`
  /// included. A colon right before it, as in `a:=1`, makes the value JSON, and a `+` or `-` before that is the operation. A key that ends
  /// with one of these characters has to be written in quotation marks; `-` alone is a key.
  static func parts(of word: String) -> Parts? {
    let scalars = Array(word.unicodeScalars)
    let isPointer = scalars.first == "/"
    var isQuoted = false
    var startsKey = !isPointer
    var at = 0
    while at < scalars.count, isQuoted || scalars[at] != "=" {
      let startsHere = startsKey
      startsKey = !isPointer && !isQuoted && scalars[at] == "."
      switch scalars[at] {
      case "\"" where isQuoted || startsHere: isQuoted.toggle()
      case "\\" where isQuoted: at += 1
      case "[" where startsHere: at = (ElementSelector.end(in: scalars[at...]) ?? at + 1) - 1
      default: break
      }
      at += 1
    }
    guard at < scalars.count else { return nil }
    var path = Substring(String(String.UnicodeScalarView(scalars[..<at])))
    let isJSON = path.hasSuffix(":")
    if isJSON { path = path.dropLast() }
    var operation = Operation.set
    if let last = path.last.flatMap(Operation.init), last != .set,
      let before = path.dropLast().last, before != (isPointer ? "/" : ".")
    {
      operation = last
      path = path.dropLast()
    }
    let value = Substring(String(String.UnicodeScalarView(scalars[(at + 1)...])))
    return Parts(path: path, operation: operation, isJSON: isJSON, value: value)
  }

  private init(path: SettingPath, operation: Operation, value: Value, word: String) {
    (self.path, self.operation, self.value, self.word) = (path, operation, value, word)
  }

  func answered(with text: String) -> Assignment {
    Assignment(path: path, operation: operation, value: .typed(text), word: word)
  }

  /// Returns the assignment with a path that was found for its own.
  func at(_ path: SettingPath) -> Assignment {
    Assignment(path: path, operation: operation, value: value, word: word)
  }

  /// Parses a word.
  ///
  /// Throws a usage failure for a path that isn't one, for JSON that isn't JSON, and for a word without `=` that can't be a path.
  init(_ word: String) throws(Failure) {
    self.word = word
    guard let parts = Self.parts(of: word) else {
      guard let path = try? SettingPath(parsing: word), !path.isRoot else { throw Self.malformed(word) }
      self.path = path
      operation = .set
      value = .asked
      return
    }
    // The empty path is the whole document, which has no type by which text could be read.
    guard !parts.path.isEmpty || parts.isJSON else { throw Self.malformed(word) }
    let text = String(parts.value)
    path = try SettingPath(operand: String(parts.path))
    operation = parts.operation
    guard parts.isJSON else {
      value = .typed(text)
      return
    }
    do throws(JSONParseError) {
      value = .json(try JSONValue(parsing: text))
    } catch {
      throw .usage("\(path) needs JSON after \":=\": \(error)")
    }
  }
}

extension Assignment {
  /// Returns the failure for a word that isn't an assignment.
  static func malformed(_ word: String) -> Failure {
    .usage("\(word) is not an assignment; write PATH=VALUE, PATH:=JSON, or a PATH whose value is asked for.")
  }
}

extension SettingPath {
  init(operand text: String) throws(Failure) {
    do throws(SettingPathError) {
      try self.init(parsing: text)
    } catch {
      throw .usage("\(error)")
    }
  }
}

extension FormIndex {
  /// Returns a path with an index in place of each selector, `servers.[name=eu].port` → `servers.1.port`.
  ///
  /// Throws if a selector names no element, with the members that elements have, or several, with their indexes.
  ///
  /// - Parameters:
  ///   - file: The name of the file in errors.
  ///   - value: Returns the value of a setting.
  func resolved(
    _ path: SettingPath, in file: String, _ value: (FormIndex.Entry) -> JSONValue?
  ) throws(Failure) -> SettingPath {
    var resolved = SettingPath.root
    for key in path.keys {
      guard let selector = ElementSelector(key), let entry = entry(containing: resolved),
        case .array(let elements)? = ValuePlace.stored(at: resolved, in: entry, value(entry))?
          .value(in: value(entry))
      else {
        resolved = resolved.appending(key)
        continue
      }
      let indexes = selector.indexes(in: elements)
      guard let index = indexes.first, indexes.count == 1 else {
        let others = entry.setting.holdsSecrets ? [] : elements
        throw Failure(.refused, message: "\(file): \(selector.advice(indexes, at: resolved, others: others))")
      }
      resolved = resolved.appending(index)
    }
    return resolved
  }
}

extension StoreEngine {
  /// Returns a path with an index in place of each selector, by the values that an app gets.
  func resolved(_ path: SettingPath) throws(Failure) -> SettingPath {
    let draft = draft()
    return try index.resolved(path, in: name) { draft.effectiveValue(at: $0.path) }
  }

  /// Returns a path with an index in place of each selector, by the values of a draft.
  func resolved(_ path: SettingPath, in draft: Draft) throws(Failure) -> SettingPath {
    try index.resolved(path, in: name) { draft.value(at: $0.path) }
  }
}

extension ElementSelector {
  /// Returns the sentence about a selector that doesn't name exactly one element.
  ///
  /// - Parameter others: The elements whose members may be told: none if one of them can be a secret.
  fileprivate func advice(_ indexes: [Int], at path: SettingPath, others: [JSONValue]) -> String {
    let selector = "[\(key)=\(text)]"
    guard indexes.isEmpty else {
      let paths = indexes.map { path.appending($0).description }
      return "\(path.name) has \(indexes.count) elements with \(selector); name one of them: "
        + "\(Phrase.alternatives(paths))."
    }
    let texts = others.compactMap { (key.isEmpty ? $0 : $0.part(key))?.text }.prefix(8)
    let advice =
      texts.isEmpty ? "" : "; write one of \(texts.map { "[\(key)=\($0)]" }.joined(separator: ", "))"
    return "\(path.name) has no element with \(selector)\(advice)."
  }
}

/// How a path that names nothing was probably meant: with another spelling, it names something.
///
/// Keys may contain the characters that separate the parts of a path, and other tools write elements in brackets:
///
/// | path | in the settings | advice |
/// |---|---|---|
/// | `editor.fontSize` | the key `editor.fontSize` | write /editor.fontSize |
/// | `tags[0]` | the list `tags` | write tags.0 |
/// | `hosts[name=eu].port` | the list `hosts` | write 'hosts.[name=eu].port=80' |
/// | `tags.5` | the list `tags` of 3 | tags has 3 elements, 0 to 2; tags.- is behind the last one |
/// | `/a=b=2` | the key `a=b` | write '"a=b"=2' |
/// | `a-=2` | the key `a-` | write '"a-"=2' |
/// | `Logging` | the key `logging` | write logging |
/// | `p.*.pw` | the entries `eu` and `us` of `p` | name an entry, such as p.eu.pw or p.us.pw |
/// | `hosts.0` | nothing at `hosts` | write hosts.- to begin a list |
///
/// It only advises: the command fails, and nothing is changed. That matters where every path is allowed, because the form is open or there
/// is none: there, `tags[0]=x` would silently add a member with that name.
enum PathAdvice {
  /// Returns advice about a path, as the end of a sentence; `nil` if no other spelling names anything.
  ///
  /// Of several spellings, the one with the most keys joined wins, since a key with periods was probably copied as a whole.
  ///
  /// - Parameter isLiteral: Whether a key `*` can't be meant as a pattern.
  static func advice(on path: SettingPath, isLiteral: Bool = false, in store: StoreEngine) -> String? {
    let draft = store.draft()
    if let length = lengthAdvice(on: path, in: store, draft) { return length }
    let spellings = joined(path.keys[...]).map { SettingPath($0) } + [unbracketed(path)].compactMap(\.self)
    if let meant = spellings.first(where: { $0 != path && isThere($0, in: store, draft: draft) })
      ?? inOtherCase(path, in: store)
    {
      return "; write \(spelling(of: meant))"
    }
    return (isLiteral ? nil : entryAdvice(on: path, in: store)) ?? firstElementAdvice(on: path, in: store)
  }

  /// Returns how to write an assignment whose key contains an equals sign or ends like an operation, or whose selector needs a period
  /// before it; `nil` if there is no such key or list.
  static func advice(on word: String, in store: StoreEngine) -> String? {
    let draft = store.draft()
    // The first `=` outside quotation marks ends the path that the word has now; a key with `=` ends at a later one.
    guard let parts = Assignment.parts(of: word) else { return nil }
    if let advice = selectorAdvice(on: word, path: parts.path, in: store, draft) { return advice }
    if let advice = operationAdvice(on: parts, in: store, draft) { return advice }
    let start = word.unicodeScalars.index(word.endIndex, offsetBy: -parts.value.unicodeScalars.count)
    for place in word[start...].indices where word[place] == "=" {
      var path = word[..<place]
      let isJSON = path.hasSuffix(":")
      if isJSON { path = path.dropLast() }
      guard path.contains("="), let meant = try? SettingPath(parsing: String(path)),
        isThere(meant, in: store, draft: draft)
      else {
        continue
      }
      return "; write '\(meant)\(isJSON ? ":" : "")=\(word[word.index(after: place)...])'"
    }
    return nil
  }

  /// Returns how to write a key that ends with the character of an operation: `a-=2` removes 2 from the list `a`.
  private static func operationAdvice(
    on parts: Assignment.Parts, in store: StoreEngine, _ draft: Draft
  ) -> String? {
    guard parts.operation != .set, let path = try? SettingPath(parsing: String(parts.path)),
      let parent = path.parent, let key = path.keys.last
    else { return nil }
    let meant = "\(key)\(parts.operation.rawValue)"
    guard isThere(parent.appending(meant), in: store, draft: draft) else { return nil }
    let quoted = (parent.isRoot ? "" : "\(parent).") + JSONValue.string(meant).description
    return "; write '\(quoted)\(parts.isJSON ? ":" : "")=\(parts.value)'"
  }

  /// Returns how to write a selector: in `hosts[name=eu].port=80`, the first `=` ends the path `hosts[name`.
  private static func selectorAdvice(
    on word: String, path: Substring, in store: StoreEngine, _ draft: Draft
  ) -> String? {
    for open in path.indices.dropFirst() where path[open] == "[" && path[path.index(before: open)] != "." {
      let meant = "\(word[..<open]).\(word[open...])"
      guard let list = try? SettingPath(parsing: String(word[..<open])),
        let parts = Assignment.parts(of: meant), let path = try? SettingPath(parsing: String(parts.path)),
        path.keys.count > list.keys.count, ElementSelector(path.keys[list.keys.count]) != nil
      else { continue }
      if store.document.node(at: list)?.kind == .array { return "; write '\(meant)'" }
      guard let entry = store.index.entry(containing: list),
        case .elements? = try? ValuePlace.places(on: list, in: entry, draft.value(at: entry.path)).last?
          .setting.kind.parts
      else { continue }
      return "; write '\(meant)'"
    }
    return nil
  }

  /// Returns advice about the first key `*`, which is no pattern; `nil` if the path has none, or the document or the form has that key.
  static func entryAdvice(on path: SettingPath, in store: StoreEngine) -> String? {
    guard let place = path.keys.firstIndex(of: "*") else { return nil }
    let around = SettingPath(Array(path.keys[..<place]))
    let parent = store.document.node(at: around)
    let isKnown = store.index.section(at: around)?.items.contains { !$0.isUndescribed && $0.key == "*" }
    guard isKnown != true, parent?.kind != .object || parent?["*"] == nil else { return nil }
    let keys: [String] =
      switch parent?.kind {
      case .array?: (0..<(parent?.count ?? 0)).map(String.init)
      case .object?: parent?.members.prefix(2).map(\.key) ?? []
      default: []
      }
    let named = keys.prefix(2).map { key in
      spelling(of: SettingPath(around.keys + [key] + path.keys[(place + 1)...]))
    }
    return named.isEmpty
      ? "; * is no pattern but a key" : "; name an entry, such as \(Phrase.alternatives(named))"
  }

  /// Returns how to begin a list; `nil` if the path isn't about an element of something that isn't there. An object would be written, whose
  /// key is the index.
  private static func firstElementAdvice(on path: SettingPath, in store: StoreEngine) -> String? {
    for place in path.keys.indices.dropFirst() where SettingPath.elementIndex(path.keys[place]) != nil {
      let around = SettingPath(Array(path.keys[..<place]))
      guard store.document.node(at: around) == nil, store.index.section(at: around)?.isUndescribed == true
      else { continue }
      let first = SettingPath(around.keys + ["-"] + path.keys[(place + 1)...])
      return "; write \(spelling(of: first)) to begin a list"
    }
    return nil
  }

  /// Returns the path with the keys that the document or the form has, where a key differs from one of them only in upper and lower case;
  /// `nil` if none does.
  private static func inOtherCase(_ path: SettingPath, in store: StoreEngine) -> SettingPath? {
    var meant = SettingPath.root
    for key in path.keys {
      let node = store.document.node(at: meant)
      let described = store.index.section(at: meant)?.items.filter { !$0.isUndescribed }.map(\.key) ?? []
      let keys = (node?.kind == .object ? node?.members.map(\.key) ?? [] : []) + described
      let folded = key.lowercased()
      let other = keys.contains(key) ? nil : keys.first { $0.lowercased() == folded }
      meant = meant.appending(other ?? key)
    }
    return meant == path ? nil : meant
  }

  /// Whether a path names a setting, a section, a member of the file, or a part that a setting can have.
  private static func isThere(_ path: SettingPath, in store: StoreEngine, draft: Draft) -> Bool {
    if store.index[path] != nil || store.index.section(at: path) != nil || draft.hasStoredMember(at: path) {
      return true
    }
    guard let entry = store.index.entry(containing: path), entry.path != path else { return false }
    return (try? ValuePlace.places(on: path, in: entry, draft.value(at: entry.path))) != nil
  }

  /// Returns a path as it is written in a shell: a JSON Pointer where a dotted path would need quotation marks.
  ///
  /// `/editor.fontSize` is easier to type than `'"editor.fontSize"'`; a pointer with `=` would be split there, so it is quoted instead.
  private static func spelling(of path: SettingPath) -> String {
    let dotted = path.description
    return dotted.contains("\"") && !path.pointer.contains("=")
      ? path.pointer : dotted.contains("\"") ? "'\(dotted)'" : dotted
  }

  /// Returns the lists of keys in which neighbors are joined by a dot.
  ///
  /// For the keys `a`, `b`, `c`, the lists are `a.b.c`; `a.b`, `c`; `a`, `b.c`; and so on: twice as many for each key, hence the limit of
  /// 8.
  private static func joined(_ keys: ArraySlice<String>) -> [[String]] {
    guard let first = keys.first, keys.count > 1, keys.count < 9 else { return [Array(keys)] }
    let rest = keys.dropFirst()
    let apart = joined(rest).map { [first] + $0 }
    let together = joined(rest).compactMap { tail in tail.first.map { ["\(first).\($0)"] + tail.dropFirst() }
    }
    return together + apart
  }

  /// Returns the path with `key[0]` written as two keys; `nil` if it has no brackets. `a[0][1]` becomes `a.0.1`, and `a["b"]` becomes
  /// `a.b`.
  private static func unbracketed(_ path: SettingPath) -> SettingPath? {
    var keys: [String] = []
    for key in path.keys {
      guard key.hasSuffix("]"), let open = key.firstIndex(of: "[") else {
        keys.append(key)
        continue
      }
      if open > key.startIndex { keys.append(String(key[..<open])) }
      keys += key[open...].dropFirst().dropLast().split(separator: "][").map { part in
        part.hasPrefix("\"") || part.hasPrefix("'") ? String(part.dropFirst().dropLast()) : String(part)
      }
    }
    return keys == path.keys ? nil : SettingPath(keys)
  }

  /// Returns the length of the list in which a path names an element that isn't there; `nil` if the path isn't about an element of a list.
  private static func lengthAdvice(on path: SettingPath, in store: StoreEngine, _ draft: Draft) -> String? {
    guard let parent = path.parent, let key = path.keys.last, let index = SettingPath.elementIndex(key),
      let entry = store.index.entry(containing: parent)
    else { return nil }
    let value = draft.value(at: entry.path)
    guard case .array(let elements)? = ValuePlace.stored(at: parent, in: entry, value)?.value(in: value),
      index >= elements.count
    else { return nil }
    let count = "\(parent) has \(Phrase.count(elements.count, noun: "element"))"
    return elements.isEmpty
      ? "; \(count)" : "; \(count), 0 to \(elements.count - 1), and \(parent).- is behind the last one"
  }
}
