/// A layer of a store, as a person chooses one.
package struct LayerSummary: Hashable, Sendable {
  /// The kind of a layer.
  package enum Kind: Hashable, Sendable {
    /// The layer that the store writes.
    case written
    /// A file of settings, which another store can write.
    case file
    /// Another source of values.
    case other
  }

  package let kind: Kind
  /// The path of the file, or the name of the source.
  package let name: String
  /// The number of settings that have a value in the layer.
  package let valueCount: Int
  /// The number of settings and sections that the layer locks.
  package let lockCount: Int

  init(_ kind: Kind, name: String, valueCount: Int, lockCount: Int) {
    self.kind = kind
    self.name = name
    self.valueCount = valueCount
    self.lockCount = lockCount
  }

  init(_ content: LayerContent, _ index: FormIndex) {
    self.init(
      content.kind, name: content.name, valueCount: content.positions(in: index).count,
      lockCount: content.locks.count)
  }
}
