import Settings
import SettingsTUI

/// How a path that names nothing was probably meant: with another spelling, it names something.
///
/// Keys may contain the characters that separate the parts of a path, and other tools write elements in brackets:
///
/// | path | in the settings | advice |
/// |---|---|---|
/// | `editor.fontSize` | the key `editor.fontSize` | write /editor.fontSize |
/// | `tags[0]` | the list `tags` | write tags.0 |
/// | `tags.5` | the list `tags` of 3 | tags has 3 elements, 0 to 2; tags.- is behind the last one |
/// | `/a=b=2` | the key `a=b` | write '"a=b"=2' |
enum PathAdvice {
  /// Returns advice about a path, as the end of a sentence; `nil` if no other spelling names anything.
  static func advice(on path: SettingPath, in store: UntypedStore) -> String? {
    let draft = store.draft()
    if let length = lengthAdvice(on: path, in: store, draft) { return length }
    let spellings = joined(path.keys[...]).map { SettingPath($0) } + [unbracketed(path)].compactMap(\.self)
    guard let meant = spellings.first(where: { $0 != path && isThere($0, in: store, draft) }) else {
      return nil
    }
    return "; write \(spelling(of: meant))"
  }

  /// Returns how to write an assignment whose key contains an equals sign; `nil` if there is no such key.
  static func advice(on word: String, in store: UntypedStore) -> String? {
    let draft = store.draft()
    for place in word.indices where word[place] == "=" {
      var path = word[..<place]
      let isJSON = path.hasSuffix(":")
      if isJSON { path = path.dropLast() }
      guard path.contains("="), let meant = try? SettingPath(parsing: String(path)),
        isThere(meant, in: store, draft)
      else {
        continue
      }
      return "; write '\(meant)\(isJSON ? ":" : "")=\(word[word.index(after: place)...])'"
    }
    return nil
  }

  private static func isThere(_ path: SettingPath, in store: UntypedStore, _ draft: Draft) -> Bool {
    if store.index[path] != nil || store.index.section(at: path) != nil || draft.hasStoredMember(at: path) {
      return true
    }
    guard let entry = store.index.entry(containing: path), entry.path != path else { return false }
    return (try? ValuePlace.places(on: path, in: entry, draft.value(at: entry.path))) != nil
  }

  /// Returns a path as it is written in a shell: a JSON Pointer where a dotted path would need quotation marks.
  private static func spelling(of path: SettingPath) -> String {
    let dotted = path.description
    return dotted.contains("\"") && !path.pointer.contains("=")
      ? path.pointer : dotted.contains("\"") ? "'\(dotted)'" : dotted
  }

  /// Returns the lists of keys in which neighbors are joined by a dot.
  private static func joined(_ keys: ArraySlice<String>) -> [[String]] {
    guard let first = keys.first, keys.count > 1, keys.count < 9 else { return [Array(keys)] }
    let rest = keys.dropFirst()
    let apart = joined(rest).map { [first] + $0 }
    let together = joined(rest).compactMap { tail in tail.first.map { ["\(first).\($0)"] + tail.dropFirst() }
    }
    return together + apart
  }

  /// Returns the path with `key[0]` written as two keys; `nil` if it has no brackets.
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

  /// Returns the length of the list in which a path names an element that isn't there.
  private static func lengthAdvice(on path: SettingPath, in store: UntypedStore, _ draft: Draft) -> String? {
    guard let parent = path.parent, let key = path.keys.last, let index = SettingPath.elementIndex(key),
      let entry = store.index.entry(containing: parent)
    else { return nil }
    let value = draft.value(at: entry.path)
    guard case .array(let elements)? = ValuePlace.stored(at: parent, in: entry, value)?.value(in: value),
      index >= elements.count
    else { return nil }
    let count = "\(parent) has \(Phrase.count(elements.count, "element"))"
    return elements.isEmpty
      ? "; \(count)" : "; \(count), 0 to \(elements.count - 1), and \(parent).- is behind the last one"
  }
}
