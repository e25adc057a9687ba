/// The log beside a settings file: a folder with a file for each record.
///
/// A record is written before the content that it is about, under a name that says from which content to which its
/// commit leads: `00000012.<from>-<to>.prepared`. Once the content is in place it gets its final name, `00000012`. After
/// a crash in between, the content tells whether the commit took place.
struct FileLog: Sendable {
  /// The records of one commit that is under way.
  struct Prepared {
    fileprivate(set) var names: [Name] = []
    /// Whether the records are known to survive a crash.
    private(set) var isDurable = true

    fileprivate mutating func add(_ name: Name) { names.append(name) }
    fileprivate mutating func isLost() { isDurable = false }
  }

  private let folder: FileLocation
  private let fileSystem: any FileSystem

  init(of file: FileLocation, in fileSystem: any FileSystem) {
    folder = FileLocation(file.logPath)
    self.fileSystem = fileSystem
  }

  private var path: String { folder.path }
  private func path(of name: Name) -> String { path + "/" + name.text }

  // MARK: - Reading

  /// The numbers of the records, ascending; `nil` if it takes the content to tell which of them count.
  func settledNumbers() throws(SystemError) -> [Int]? {
    let names = try names()
    return names.contains { $0.step != nil } ? nil : names.map(\.number)
  }

  /// The numbers of the records that count, ascending.
  ///
  /// - Parameter isUnfinished: whether the last commit has left a temporary.
  func numbers(given content: Revision?, isUnfinished: Bool) throws(SystemError) -> [Int] {
    try names().filter { $0.step?.tookPlace(given: content, isUnfinished: isUnfinished) ?? true }
      .map(\.number)
  }

  /// A record's bytes: its header, and after a line feed the content.
  func bytes(_ number: Int, headerOnly: Bool) throws(SystemError) -> [UInt8]? {
    // A record may get its final name between two calls, so that name is tried last, too.
    for name in [Name(number)] + (try names().filter { $0.number == number }) + [Name(number)] {
      do throws(SystemError) {
        return try fileSystem.readFile(path(of: name)) { headerOnly && $0.contains(0x0a) }
      } catch {
        guard error.isAbsence else { throw error }
      }
    }
    return nil
  }

  private func names() throws(SystemError) -> [Name] {
    do throws(SystemError) {
      return try fileSystem.names(in: path).compactMap { Name($0) }.sorted { $0.number < $1.number }
    } catch {
      guard error.isAbsence else { throw error }
      return []
    }
  }

  // MARK: - Writing, under the lock

  /// Decides about records that a killed process left, and says what the last number is.
  ///
  /// - Parameter isUnfinished: whether the last commit has left a temporary.
  func settle(given content: Revision?, isUnfinished: Bool) throws(SystemError) -> Int {
    var last = 0
    for name in try names() {
      if let step = name.step {
        guard step.tookPlace(given: content, isUnfinished: isUnfinished) else {
          try fileSystem.remove(path(of: name))
          continue
        }
        try fileSystem.rename(path(of: name), to: path(of: Name(name.number)))
      }
      last = name.number
    }
    return last
  }

  /// Writes the records of a commit that leads from one content to another.
  func prepare(
    _ records: [LogRecord], after head: Int, from old: Revision?, to new: Revision?, owner: FileStatus?
  ) throws(SystemError) -> Prepared {
    var prepared = Prepared()
    guard !records.isEmpty else { return prepared }
    let isFolderDurable = try makeFolder(owner)
    let step = old == new ? nil : Step(from: old, to: new)
    do throws(SystemError) {
      for (position, record) in records.enumerated() {
        let name = Name(head + 1 + position, step)
        prepared.add(name)
        try write(record, to: path(of: name), owner)
      }
    } catch {
      drop(prepared)
      throw error
    }
    if !fileSystem.synchronizeFolder(path) || !isFolderDurable { prepared.isLost() }
    return prepared
  }

  /// Makes the records count: their content is in place.
  func publish(_ prepared: Prepared) {
    // A failure leaves what the next `settle` does.
    for name in prepared.names where name.step != nil {
      try? fileSystem.rename(path(of: name), to: path(of: Name(name.number)))
    }
  }

  /// Takes records back: their content was not stored.
  func drop(_ prepared: Prepared) {
    for name in prepared.names.reversed() { try? fileSystem.remove(path(of: name)) }
  }

  /// Removes records that nobody needs. They are in nobody's way, so a failure is none.
  func removeRecords(below oldest: Int) {
    guard oldest > 1 else { return }
    for name in (try? names()) ?? [] where name.number < oldest { try? fileSystem.remove(path(of: name)) }
  }

  private func makeFolder(_ owner: FileStatus?) throws(SystemError) -> Bool {
    guard try fileSystem.status(path) == nil else { return true }
    try fileSystem.makeFolder(path)
    let descriptor = try fileSystem.openFolder(path)
    defer { try? fileSystem.close(descriptor) }
    try fileSystem.giveToOwner(descriptor, owner)
    return fileSystem.synchronizeFolder(folder.folder)
  }

  private func write(_ record: LogRecord, to path: String, _ owner: FileStatus?) throws(SystemError) {
    let file = try fileSystem.create(path)
    do throws(SystemError) {
      try fileSystem.writeAll(record.header + [0x0a] + record.content, to: file)
      try fileSystem.giveToOwner(file, owner)
      try fileSystem.synchronize(file)
    } catch {
      try? fileSystem.close(file)
      throw error
    }
    try fileSystem.close(file)
  }
}
