import Testing

@testable import Settings

@Suite("An event of a watch")
struct WatchTableTests {
  private static let name = Array("a.json".utf8)
  private static let other = Array("b.json".utf8)

  /// A folder (1) with a name of interest, one with all files (2), and a file (3).
  private var table: WatchTable {
    var table = WatchTable()
    table.add(1, for: .name(Self.name, in: .root))
    table.add(2, for: .files(in: .root))
    table.add(3, for: .content(of: Self.name, in: .root))
    return table
  }

  private func effect(_ watch: Int32, _ kinds: WatchEvent.Kinds, _ name: [UInt8]? = nil) -> WatchTable.Effect
  {
    var table = table
    return table.effect(of: WatchEvent(watch: watch, kinds: kinds, name: name))
  }

  @Test("counts in a folder for the names of interest alone")
  func names() {
    #expect(effect(1, .names, Self.name) == .path)
    #expect(effect(1, .attributes, Self.name) == .path)
    #expect(effect(1, .names, Self.other) == .nothing)
    #expect(effect(1, .attributes, Self.other) == .nothing)
  }

  @Test("counts for all files in a folder of files, of hidden ones only if their names appear and disappear")
  func allFiles() {
    for kinds: WatchEvent.Kinds in [.names, .content, .attributes] {
      #expect(effect(2, kinds, Self.other) == .content)
    }
    let hidden = Array("..data".utf8)
    #expect(effect(2, .names, hidden) == .content)
    #expect(effect(2, .content, hidden) == .nothing)
    #expect(effect(2, .attributes, hidden) == .nothing)
  }

  @Test("of the file itself affects its content, or the path if more than the content changes")
  func content() {
    #expect(effect(3, .content) == .content)
    #expect(effect(3, .attributes) == .path)
  }

  @Test("of what has gone, or of lost events, affects the path", arguments: [1, 2, 3] as [Int32])
  func gone(watch: Int32) {
    #expect(effect(watch, .gone) == .path)
    #expect(effect(watch, .ended) == .path)
    #expect(effect(-1, .overflow) == .path)
  }

  @Test("of a watch that has ended is ignored")
  func ended() {
    var table = table
    #expect(table.effect(of: WatchEvent(watch: 1, kinds: .ended, name: nil)) == .path)
    #expect(table.watches == [2, 3])
    #expect(table.effect(of: WatchEvent(watch: 1, kinds: .names, name: Self.name)) == .nothing)
    #expect(table.effect(of: WatchEvent(watch: 4, kinds: .ended, name: nil)) == .nothing)
  }
}
