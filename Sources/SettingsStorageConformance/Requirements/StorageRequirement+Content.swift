import Settings

extension StorageRequirement {
  /// Requirements of reads and commits.
  static let content: [StorageRequirement] = [
    StorageRequirement("starts with nothing") { place in
      try require("The first read", returns: nil, try place.connect().read())
    },
    StorageRequirement("reads back what was committed") { place in
      let storage = try place.connect()
      try require(
        "A commit to an empty storage", returns: .committed(Revision(of: [1, 2, 3]), isDurable: true),
        try storage.commit([1, 2, 3], expecting: nil))
      try require("A read after it", returns: StoredContent([1, 2, 3]), try storage.read())
      try require(
        "A commit on top of it", returns: .committed(Revision(of: [4]), isDurable: true),
        try storage.commit([4], expecting: Revision(of: [1, 2, 3])))
      try require("A read after that", returns: StoredContent([4]), try storage.read())
    },
    StorageRequirement("keeps every byte, also of long content") { place in
      let storage = try place.connect()
      var last: Revision?
      for content in [Array(UInt8.min...UInt8.max), Array("\n{}\r\n\0\n".utf8), longContent] {
        _ = try storage.commit(content, expecting: last)
        let stored = try place.connect().read()
        try require(
          stored?.bytes == content,
          "After a commit of \(content.count) bytes, a read returned \(stored.map { "\($0.bytes.count) other bytes" } ?? "nothing")."
        )
        last = Revision(of: content)
      }
    },
    StorageRequirement("refuses a commit that expects another content") { place in
      let storage = try place.connect()
      _ = try storage.commit([1], expecting: nil)
      for expected in [nil, Revision(of: [9])] {
        try require(
          "A commit that expects \(expected == nil ? "nothing" : "other content")",
          returns: .conflict(current: StoredContent([1])), try storage.commit([2], expecting: expected))
      }
      try require("A read after the refused commits", returns: StoredContent([1]), try storage.read())
    },
    StorageRequirement("refuses a commit that expects content where nothing is stored") { place in
      let storage = try place.connect()
      try require(
        "The commit", returns: .conflict(current: nil), try storage.commit([2], expecting: Revision(of: [1])))
      try require("A read after it", returns: nil, try storage.read())
    },
    StorageRequirement("distinguishes empty content from none") { place in
      let storage = try place.connect()
      _ = try storage.commit([], expecting: nil)
      try require("A read", returns: StoredContent([]), try storage.read())
      try require(
        "A commit that expects nothing", returns: .conflict(current: StoredContent([])),
        try storage.commit([1], expecting: nil))
    },
    StorageRequirement("removes content") { place in
      let storage = try place.connect()
      _ = try storage.commit([1], expecting: nil)
      try require(
        "The removal", returns: .committed(nil, isDurable: true),
        try storage.commit(nil, expecting: Revision(of: [1])))
      try require("A read after it", returns: nil, try storage.read())
      try require(
        "A commit that expects the removed content", returns: .conflict(current: nil),
        try storage.commit([2], expecting: Revision(of: [1])))
      _ = try storage.commit([1], expecting: nil)
      try require("A read after another commit", returns: StoredContent([1]), try storage.read())
    },
  ]

  /// 200 000 bytes that don't repeat in blocks.
  private static let longContent: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
}
