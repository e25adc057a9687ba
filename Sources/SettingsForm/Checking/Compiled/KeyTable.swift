/// Distinct keys in order, which are found by their strings.
package struct KeyTable: Sendable {
  /// The number of keys up to which comparing all of them costs less than hashing one.
  private static let fewKeys = 16

  package let keys: [String]
  /// The position of each key; empty for few keys.
  private let places: [ExactText: Int]

  package init(_ keys: [String]) {
    self.keys = keys
    let table = keys.count > Self.fewKeys ? keys : []
    places = Dictionary(uniqueKeysWithValues: table.enumerated().map { (ExactText($0.element), $0.offset) })
  }

  /// Returns the position of a key; `nil` for an unknown key.
  package func place(of key: String) -> Int? {
    places.isEmpty ? keys.firstIndex { $0.hasSameScalars(as: key) } : places[ExactText(key)]
  }
}
