/// A change of a watched object.
package struct WatchEvent: Hashable, Sendable {
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A name in a folder was created, removed, or moved.
    package static let names = Kinds(rawValue: 1)
    package static let attributes = Kinds(rawValue: 2)
    package static let content = Kinds(rawValue: 4)
    /// The watched object itself was removed, moved or unmounted.
    package static let gone = Kinds(rawValue: 8)
    /// The watch has ended.
    package static let ended = Kinds(rawValue: 16)
    /// The kernel has dropped events, which may concern any watch.
    package static let overflow = Kinds(rawValue: 32)
  }

  package let watch: Int32
  package let kinds: Kinds
  /// The name in the folder; `nil` if the event concerns the watched object itself.
  package let name: [UInt8]?

  package init(watch: Int32, kinds: Kinds, name: [UInt8]?) {
    self.watch = watch
    self.kinds = kinds
    self.name = name
  }
}
