/// What the system says of something that is watched.
struct WatchEvent: Hashable, Sendable {
  struct Kinds: OptionSet, Hashable, Sendable {
    let rawValue: Int
    /// A name in a folder was created, removed, or moved.
    static let names = Kinds(rawValue: 1)
    static let attributes = Kinds(rawValue: 2)
    static let content = Kinds(rawValue: 4)
    /// What is watched was itself removed, moved or unmounted.
    static let gone = Kinds(rawValue: 8)
    /// The watch has ended.
    static let ended = Kinds(rawValue: 16)
    /// Events were lost, of whichever watch.
    static let overflow = Kinds(rawValue: 32)
  }

  let watch: Int32
  let kinds: Kinds
  /// The name in the folder; `nil` if the event is about what is watched itself.
  let name: FolderPath.Name?
}
