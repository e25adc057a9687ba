/// A key or an index on a coding path.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(_ key: String) {
    stringValue = key
    intValue = nil
  }

  init?(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    self.init(intValue)
  }
}

extension SettingPath {
  /// Creates the path of a decoder or an encoder.
  init(_ codingPath: [any CodingKey]) {
    self.init(codingPath.map(\.stringValue))
  }
}
