// Stands in until the document's own lossless edits land.
extension JSONDocument {
  func bytes(applying edits: JSONEdits, keyOrder: (SettingPath) -> [String]) throws(JSONEditError) -> [UInt8]
  {
    var value = root.value
    for (path, change) in edits { value.apply(change, at: path.keys[...]) }
    return Array((value.text(.pretty(indent: 2)) + "\n").utf8)
  }
}

extension JSONValue {
  fileprivate mutating func apply(_ change: JSONEdits.Change, at keys: ArraySlice<String>) {
    guard let key = keys.first else { return }
    var object: JSONObject = if case .object(let object) = self { object } else { [:] }
    if keys.count > 1 {
      var inner = object[key] ?? .object([:])
      inner.apply(change, at: keys.dropFirst())
      object[key] = inner
    } else if case .set(let value) = change {
      object[key] = value
    } else {
      object[key] = nil
    }
    self = .object(object)
  }
}
