import Settings

extension StorageRequirement {
  /// Requirements of reads and commits: what is stored is what was committed, byte for byte, and a commit is stored only over the content
  /// that it expects.
  ///
  /// That is all a draft needs to lose no save of another program. `nil` and empty bytes are different: a document that doesn't exist can
  /// be created by a commit that expects `nil`, an empty one can't.
  static let content: [StorageRequirement] = [
    // A place that isn't empty would make the later requirements fail for reasons that have nothing to do with them.
    StorageRequirement("starts with nothing") { place in
      try require("The first read", returns: nil, result: try place.connect().read())
    },
    // A revision is that of the bytes, so the library knows the result before the storage answers. A helper has revisions of its own; they
    // don't show here.
    StorageRequirement("reads back what was committed") { place in
      let storage = try place.connect()
      try require(
        "A commit to an empty storage",
        returns: .committed(SettingsRevision(of: [1, 2, 3]), isDurable: true),
        result: try storage.commit([1, 2, 3], expecting: nil))
      try require("A read after it", returns: StoredContent([1, 2, 3]), result: try storage.read())
      try require(
        "A commit on top of it", returns: .committed(SettingsRevision(of: [4]), isDurable: true),
        result: try storage.commit([4], expecting: SettingsRevision(of: [1, 2, 3])))
      try require("A read after that", returns: StoredContent([4]), result: try storage.read())
    },
    // A settings file needn't be text. Storages that write lines or strings lose zero bytes, carriage returns, or bytes that aren't UTF-8.
    // The second connection reads what is really stored, and not what the first one remembers.
    StorageRequirement("keeps every byte, also of long content") { place in
      let storage = try place.connect()
      var last: SettingsRevision?
      for content in [Array(UInt8.min...UInt8.max), Array("\n{}\r\n\0\n".utf8), longContent] {
        _ = try storage.commit(content, expecting: last)
        let stored = try place.connect().read()
        try require(
          stored?.bytes == content,
          sentence:
            "After a commit of \(content.count) bytes, a read returned \(stored.map { "\($0.bytes.count) other bytes" } ?? "nothing")."
        )
        last = SettingsRevision(of: content)
      }
    },
    // This is what protects a save of another program from a draft that was made before it. The refusal carries the stored content, so the
    // caller can rebase without another read.
    StorageRequirement("refuses a commit that expects another content") { place in
      let storage = try place.connect()
      _ = try storage.commit([1], expecting: nil)
      for expected in [nil, SettingsRevision(of: [9])] {
        try require(
          "A commit that expects \(expected == nil ? "nothing" : "other content")",
          returns: .conflict(current: StoredContent([1])),
          result: try storage.commit([2], expecting: expected))
      }
      try require("A read after the refused commits", returns: StoredContent([1]), result: try storage.read())
    },
    // Somebody has removed the file while a draft was open: the draft must not create it again silently.
    StorageRequirement("refuses a commit that expects content where nothing is stored") { place in
      let storage = try place.connect()
      try require(
        "The commit", returns: .conflict(current: nil),
        result: try storage.commit([2], expecting: SettingsRevision(of: [1])))
      try require("A read after it", returns: nil, result: try storage.read())
    },
    // An empty file exists: a commit that expects nothing would overwrite what an editor has just created.
    StorageRequirement("distinguishes empty content from none") { place in
      let storage = try place.connect()
      _ = try storage.commit([], expecting: nil)
      try require("A read", returns: StoredContent([]), result: try storage.read())
      try require(
        "A commit that expects nothing", returns: .conflict(current: StoredContent([])),
        result: try storage.commit([1], expecting: nil))
    },
    // After a removal, the place is as if it had never been used, except for its log.
    StorageRequirement("removes content") { place in
      let storage = try place.connect()
      _ = try storage.commit([1], expecting: nil)
      try require(
        "The removal", returns: .committed(nil, isDurable: true),
        result: try storage.commit(nil, expecting: SettingsRevision(of: [1])))
      try require("A read after it", returns: nil, result: try storage.read())
      try require(
        "A commit that expects the removed content", returns: .conflict(current: nil),
        result: try storage.commit([2], expecting: SettingsRevision(of: [1])))
      _ = try storage.commit([1], expecting: nil)
      try require("A read after another commit", returns: StoredContent([1]), result: try storage.read())
    },
  ]

  /// 200 000 bytes that don't repeat in blocks, so a storage that mixes up the order of its parts is noticed. It is more than fits a pipe
  /// or one message.
  private static let longContent: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
}

extension StorageRequirement {
  /// Requirements of the log's numbered records.
  ///
  /// A record is opaque to the storage: a header of any bytes, and possibly a content. What matters is that records and content are stored
  /// together or not at all, that numbers are never used twice, and that other records keep their numbers when some are removed.
  static let log: [StorageRequirement] = [
    // `missing` is an answer. A storage that throws here would make every store fail at its first start.
    StorageRequirement("has an empty log at first") { place in
      let storage = try place.connect()
      try require("The log", returns: [], result: try storage.logNumbers())
      try require("The header of record 1", returns: .missing, result: try storage.logHeader(1))
      try require("Record 1", returns: .missing, result: try storage.logRecord(1))
    },
    // The first record has number 1, and a commit without records leaves no gap. A commit that changes no byte still appends: a
    // confirmation is such a record.
    StorageRequirement("appends records with their content, and counts on") { place in
      let storage = try place.connect()
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a"), record("b")]))
      _ = try storage.commit([2], expecting: SettingsRevision(of: [1]))
      try require(
        "A commit that changes no byte but has a record",
        returns: .committed(SettingsRevision(of: [2]), isDurable: true),
        result: try storage.commit(
          StorageCommit([2], expecting: SettingsRevision(of: [2]), head: 2, records: [record("c")])))
      let other = try place.connect()
      try require("The log", returns: [1, 2, 3], result: try other.logNumbers())
      for (number, text) in zip(1...3, ["a", "b", "c"]) {
        try require("Record \(number)", returns: .found(record(text)), result: try other.logRecord(number))
        try require(
          "The header of record \(number)", returns: .found(Array(text.utf8)),
          result: try other.logHeader(number))
      }
      try require("Record 4", returns: .missing, result: try other.logRecord(4))
    },
    // Headers and contents are opaque bytes, too, also empty ones. The numbers show the order in which the records of one commit are
    // stored.
    StorageRequirement("keeps records of every kind") { place in
      let storage = try place.connect()
      let records = [
        StorageRecord(
          header: Array(#"{"ü": "\u0000 \" \\"}"#.utf8), content: .version(Array(UInt8.min...UInt8.max))),
        StorageRecord(header: [], content: .version([])),
        StorageRecord(header: Array("b".utf8), content: .removal),
        StorageRecord(header: Array("c".utf8), content: .note),
      ]
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: records))
      for (number, record) in zip(1..., records) {
        try require(
          "Record \(number)", returns: .found(record), result: try place.connect().logRecord(number))
      }
    },
    // The content can be equal although another process has confirmed or canceled an apply in between, which only the log shows. Record 2
    // doesn't exist yet, and a commit that expects it is based on something that was never stored.
    StorageRequirement("refuses a commit that expects another end of the log") { place in
      let storage = try place.connect()
      _ = try storage.commit(StorageCommit([1], expecting: nil, head: 0, records: [record("a")]))
      for head in [0, 2] {
        try require(
          "A commit that expects record \(head) to be the last one instead of 1",
          returns: .conflict(current: StoredContent([1])),
          result: try storage.commit(
            StorageCommit([2], expecting: SettingsRevision(of: [1]), head: head, records: [record("b")])))
      }
      try require("The log", returns: [1], result: try storage.logNumbers())
      try require("A read", returns: StoredContent([1]), result: try storage.read())
    },
    // Records of a refused commit would show a version in the history that never was in use.
    StorageRequirement("appends nothing with a commit that it refuses") { place in
      let storage = try place.connect()
      _ = try storage.commit(StorageCommit([1], expecting: SettingsRevision(of: [9]), records: [record("a")]))
      try require("The log", returns: [], result: try storage.logNumbers())
    },
    // `oldest` is the policy of the history. Record 4 is stored, 1 and 2 are removed, in the same commit. If numbers started again, a
    // record that somebody has noted would mean another version.
    StorageRequirement("removes records that are no longer needed, and continues their numbers") { place in
      let storage = try place.connect()
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: ["a", "b", "c"].map(record)))
      _ = try storage.commit(
        StorageCommit([2], expecting: SettingsRevision(of: [1]), head: 3, records: [record("d")], oldest: 3))
      try require("The log", returns: [3, 4], result: try storage.logNumbers())
      try require("Record 2", returns: .missing, result: try storage.logRecord(2))
      try require("Record 3", returns: .found(record("c")), result: try storage.logRecord(3))
    },
    // A wide range, because a cluster rounds to whole seconds and the machine of the test may be slow. A storage without a clock passes.
    StorageRequirement("counts the time to confirm a commit, if it has a clock") { place in
      let storage = try place.connect()
      var commit = StorageCommit([1], expecting: nil, records: [record("a")])
      commit.confirmationLimit = .seconds(100)
      _ = try storage.commit(commit)
      guard let time = try place.connect().timeToConfirm(1) else { return }
      try require(
        time > .seconds(50) && time <= .seconds(102),
        sentence: "Of 100 s, \(time) should be left right after the commit.")
    },
    // The removed content must be in the history, or it couldn't be restored.
    StorageRequirement("keeps the log when the content is removed") { place in
      let storage = try place.connect()
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      _ = try storage.commit(StorageCommit(nil, expecting: SettingsRevision(of: [1]), records: [record("b")]))
      try require("The log", returns: [1, 2], result: try storage.logNumbers())
      try require("A read", returns: nil, result: try storage.read())
    },
  ]

  /// Returns a record whose content is longer than its header, and isn't text of one line: `a` has the header `a` and the content `⏎a⏎`
  /// with a zero byte behind it. A storage that joins header and content by a line feed loses them here.
  static func record(_ text: String) -> StorageRecord {
    StorageRecord(header: Array(text.utf8), content: .version(Array("\n\(text)\n\0".utf8)))
  }
}

extension StorageRequirement {
  /// Requirements of the recorded settings of the last form. A storage that returns `nil` for the known revision spares the caller the
  /// comparison of 100 000 lines.
  static let recordedSettings: [StorageRequirement] = [
    // Otherwise all settings of the first form, or none of them, would be marked as new by chance.
    StorageRequirement("has no recorded settings at first") { place in
      let storage = try place.connect()
      let none = SettingsRevision(of: [])
      try require(
        "The settings of an empty storage", returns: nil, result: storage.recordedSettings(otherThan: none))
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      try require(
        "The settings after a commit", returns: nil, result: storage.recordedSettings(otherThan: none))
    },
    // Recording them must change neither the content nor the log, since it isn't an apply.
    StorageRequirement("returns the settings that were recorded last, unless they are known") { place in
      let storage = try place.connect()
      _ = try storage.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      let (old, new) = (KnownSettings(Array("/a\n".utf8)), KnownSettings(Array("/a\n/b\n".utf8)))
      for settings in [old, new, new] {
        storage.recordSettings(settings)
        let other = try place.connect()
        try require(
          "The known settings", returns: nil, result: other.recordedSettings(otherThan: settings.revision))
        try require(
          "The settings for another form", returns: settings,
          result: other.recordedSettings(otherThan: SettingsRevision(of: [])))
      }
      try require(
        "The old form's settings", returns: new, result: storage.recordedSettings(otherThan: old.revision))
      try require("A read", returns: StoredContent([1]), result: try storage.read())
      try require("The log", returns: [1], result: try storage.logNumbers())
    },
  ]
}
