import Settings

extension StorageRequirement {
  /// Requirements of several connections to one document, which stand for several programs on one machine or on many.
  ///
  /// A connection may keep what it has read. It must notice in time that it isn't true anymore: before a commit of its own is accepted, at
  /// the next read, and, by `changes()`, without being asked.
  static let sharing: [StorageRequirement] = [
    // The last steps store the first content again. A storage that numbers its revisions gives it another number, and must accept a commit
    // that expects these bytes, whichever connection it comes from.
    StorageRequirement("shows a commit to other connections at once") { place in
      let (first, second) = (try place.connect(), try place.connect())
      try require("The other connection's first read", returns: nil, result: try second.read())
      _ = try first.commit(StorageCommit([1], expecting: nil, records: [record("a")]))
      try require("Its second read", returns: StoredContent([1]), result: try second.read())
      try require("Its log", returns: [1], result: try second.logNumbers())
      _ = try second.commit(
        StorageCommit([2], expecting: SettingsRevision(of: [1]), head: 1, records: [record("b")]))
      try require(
        "A commit on top of what the first connection stored",
        returns: .conflict(current: StoredContent([2])),
        result: try first.commit([3], expecting: SettingsRevision(of: [1])))
      try require("The first connection's log", returns: [1, 2], result: try first.logNumbers())
      try require(
        "A commit of the same content again", returns: .committed(SettingsRevision(of: [1]), isDurable: true),
        result: try first.commit([1], expecting: SettingsRevision(of: [2])))
      try require(
        "A commit that expects it", returns: .committed(SettingsRevision(of: [4]), isDurable: true),
        result: try second.commit([4], expecting: SettingsRevision(of: [1])))
    },
    // The requirement that finds most errors: compare and replace have to be one step. With a gap between the two, sooner or later two
    // writers count to the same number. A writer whose commit is refused goes on with the content that the refusal carries.
    StorageRequirement("accepts exactly one of several commits on top of the same content") { place in
      let (writers, steps) = (4, 8)
      // Each writer has a connection of its own, on a thread of its own as far as there are processors.
      let accepted = try await withThrowingTaskGroup(of: [Int].self) { group in
        for writer in 0..<writers {
          group.addTask { try count(by: steps, as: writer, in: place.connect()) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      let storage = try place.connect()
      try require(
        // Every number was accepted exactly once: no commit was lost, and none was done twice.
        accepted.sorted() == Array(1...(writers * steps)),
        sentence:
          "\(writers) connections counted to \(writers * steps) together, but the accepted commits were \(accepted.sorted())."
      )
      try require(
        "The log", returns: Array(1...(writers * steps)), result: try storage.logNumbers())
      for number in 1...(writers * steps) {
        try require(
          "The header of record \(number)", returns: .found(Array("\(number)".utf8)),
          result: try storage.logHeader(number))
      }
    },
    // Each loop ends with the element after the change. If that never comes, the time limit of the run ends the check.
    StorageRequirement("reports its own changes and those of other connections") { place in
      let (first, second) = (try place.connect(), try place.connect())
      var signals = first.changes().makeAsyncIterator()
      _ = try first.commit([1], expecting: nil)
      // An element can stand for several changes, or for none, so each element is followed by a read.
      var seen: StoredContent?
      while seen != StoredContent([1]), await signals.next() != nil { seen = try first.read() }
      _ = try second.commit([2], expecting: SettingsRevision(of: [1]))
      while seen != StoredContent([2]), await signals.next() != nil { seen = try first.read() }
      try require("The last read after a change", returns: StoredContent([2]), result: seen)
    },
    // A store doesn't read after an element, but asks for the content as it was reported. It must never get older content than it has seen:
    // values would go back for a moment.
    StorageRequirement("has what it has reported, without another read") { place in
      let (first, second) = (try place.connect(), try place.connect())
      _ = try second.commit([0], expecting: nil)
      _ = try first.read()
      _ = try second.commit([1], expecting: SettingsRevision(of: [0]))
      var signals = first.changes().makeAsyncIterator()
      for number in UInt8(1)...4 {
        var seen = try first.read(.lastSignal)
        while seen != StoredContent([number]), await signals.next() != nil {
          seen = try first.read(.lastSignal)
        }
        try require("The content after a change", returns: StoredContent([number]), result: seen)
        // Every second commit is the connection's own.
        let isOwn = number.isMultiple(of: 2)
        _ = try (isOwn ? first : second).commit([number + 1], expecting: SettingsRevision(of: [number]))
        if isOwn {
          try require(
            "The content after an own commit", returns: StoredContent([number + 1]),
            result: try first.read(.lastSignal))
        }
      }
    },
    // The process that applied is gone, so whoever comes next decides by what is stored and by the clocks. A storage whose own clock stood
    // still, or began again, would keep the changes, and every command would wait.
    StorageRequirement("takes back what nobody confirms in time") { place in
      let old = StoredContent(Array("[1]".utf8))
      _ = try place.connect().commit(old.bytes, expecting: nil)
      do {
        let store = try engine(on: place.connect())
        var draft = store.draft()
        try draft.stage([2], at: .root)
        try await store.apply(draft, options: ApplyOptions(confirmWithin: .seconds(1)))
      }
      let storage = try place.connect()
      while let pending = try storage.pendingConfirmation(), pending.remaining() > .zero {
        try require(
          pending.remaining() <= .seconds(1),
          sentence: "Of 1 s to confirm, \(pending.remaining()) should not be left.")
        try await Task.sleep(for: .milliseconds(50))
      }
      guard let expired = try storage.pendingConfirmation() else {
        throw RequirementFailure(description: "The log should have an apply that waits for its confirmation.")
      }
      try require(
        "The time that a command waits for another process, after it has waited", returns: .zero,
        result: expired.headStartLeft(at: .now + PendingConfirmation.headStart))
      _ = try await engine(on: place.connect()).rollBackIfExpired()
      try require("A read after the time to confirm", returns: old, result: try storage.read())
      try require(
        try storage.pendingConfirmation() == nil,
        sentence: "After the rollback, no apply should wait for its confirmation.")
    },
    // A stream that can't be ended keeps a thread and a connection of each store that was released.
    StorageRequirement("ends a stream of changes with its task") { place in
      let storage = try place.connect()
      let task = Task { for await _ in storage.changes() {} }
      task.cancel()
      await task.value
    },
  ]

  /// Opens the store of a process that neither follows changes nor rolls back by itself.
  private static func engine(on storage: any SettingsStorage) throws -> StoreEngine {
    try StoreEngine(
      form: FormIndex(FormSchema(describingNothingIn: JSONDocument(parsingStored: Array("[1]".utf8)))),
      layers: SettingsLayers(storage: storage), participants: [], options: StoreOptions(refresh: .manual),
      expiryOnOpening: .leaveToCaller)
  }

  /// Increases the number in the content with each commit; returns the numbers of the accepted commits.
  ///
  /// Each commit stores the previous number plus one, on top of what was read. If a storage ever accepted two commits on top of the same
  /// content, a number would be missing or be there twice.
  private static func count(by steps: Int, as writer: Int, in storage: any SettingsStorage) throws -> [Int] {
    var numbers: [Int] = []
    var current = try storage.read()
    while numbers.count < steps {
      let next = (current.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0) + 1
      let content = Array("\(next)".utf8)
      let commit = StorageCommit(
        content, expecting: current?.revision, head: next - 1,
        records: [StorageRecord(header: content, content: .version(Array("\(writer)".utf8)))])
      // The head is expected, too, so a storage whose log and content aren't one step is found by the log alone.
      switch try storage.commit(commit) {
      case .committed:
        numbers.append(next)
        current = StoredContent(content)
      case .conflict(let other): current = other
      }
    }
    return numbers
  }
}
