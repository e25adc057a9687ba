import Foundation
import Synchronization

@testable import Settings
@testable import SettingsSystem

/// The files of a simulated machine: their state for processes, and the part of it that survives a crash.
///
/// Only the guarantees of POSIX hold: data is durable after its file is synchronized, names after their folder is, and a renaming or an
/// exchange is atomic. Any part of everything else may be lost.
///
///     write a new file, rename it over the old one          after a crash: the old content, the new content, an empty file, half of it
///     … with fsync of the file before                       the old content or the new content
///     … and of the folder behind                            the new content
///
/// ``disksAfterCrash`` has all of these possibilities. Tests let a commit stop at each call and recover on each of the disks, so an order
/// on the disk that is wrong in one of a hundred ways is found.
struct SimulatedDisk: Sendable {
  struct File: Sendable {
    var status: FileStatus
    var bytes: [UInt8] = []
    /// The data that survives any crash; `nil` if none was synchronized.
    var durableBytes: [UInt8]?
    /// Whether an access control list opens the file to other users.
    var hasAccessList = false
    /// Whether new files in the folder inherit such a list.
    var givesAccessList = false
    /// Whether another program has the file open for writing.
    var isOpenForWriting = false
    /// The bytes for which space was reserved.
    var reserved = 0

    /// The space that a file takes besides its bytes.
    static let overhead = 256
  }

  /// A change of names that isn't durable yet. A crash may lose it, and keep a later one.
  enum Operation: Sendable {
    case link(name: String, file: Int)
    case rename(name: String, newName: String, file: Int)
    case exchange(name: String, file: Int, otherName: String, otherFile: Int)
    case unlink(name: String)

    var names: Set<String> {
      switch self {
      case .link(let name, _), .unlink(let name): [name]
      case .rename(let name, let newName, _): [name, newName]
      case .exchange(let name, _, let otherName, _): [name, otherName]
      }
    }

    /// The folders whose names it changes.
    var folders: Set<String> { Set(names.map { FileLocation($0).folder }) }

    func apply(to names: inout [String: Int]) {
      switch self {
      case .link(let name, let file): names[name] = file
      case .rename(let name, let newName, let file):
        names[name] = nil
        names[newName] = file
      case .exchange(let name, let file, let otherName, let otherFile):
        names[name] = otherFile
        names[otherName] = file
      case .unlink(let name): names[name] = nil
      }
    }
  }

  static let folder = "folder"
  static let file = "folder/a.json"
  static let history = "folder/.a.json.history"

  var files: [Int: File] = [:] { didSet { changes += 1 } }
  private(set) var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var pending: [Operation] = []
  /// Grows with each change, and with what becomes durable.
  private(set) var changes = 0
  private var clock: Int64 = 0
  /// The last random number. What is on the disk has others.
  var lastNumber: UInt64 = 0

  /// A disk with a folder and, if there is a content, a durable settings file in it.
  init(content: [UInt8]?) {
    _ = make(Self.folder, .folder, mode: 0o755)
    if let content {
      let file = make(Self.file, .file, mode: 0o640)
      write(content, to: file)
    }
    synchronizeAll()
  }

  // MARK: - Changes

  mutating func make(_ name: String, _ kind: FileStatus.Kind, mode: UInt32) -> Int {
    let file = files.count
    var status = FileStatus(kind: kind, mode: mode, owner: 1, group: 1)
    status.identity.inode = UInt64(file)
    files[file] = File(status: status)
    if let parent = names[FileLocation(name).folder], files[parent]?.givesAccessList == true {
      files[file]?.hasAccessList = true
      files[file]?.givesAccessList = kind == .folder
    }
    change(.link(name: name, file: file))
    return file
  }

  /// Replaces the content of a file.
  mutating func write(_ bytes: [UInt8], to file: Int) {
    clock += 1
    files[file]?.bytes = bytes
    files[file]?.status.size = bytes.count
    let now = clock
    files[file]?.status.modified = now
  }

  mutating func rename(_ name: String, to newName: String) {
    guard let file = names[name] else { return }
    change(.rename(name: name, newName: newName, file: file))
  }

  mutating func exchange(_ name: String, _ otherName: String) {
    guard let file = names[name], let otherFile = names[otherName] else { return }
    change(.exchange(name: name, file: file, otherName: otherName, otherFile: otherFile))
  }

  mutating func unlink(_ name: String) {
    change(.unlink(name: name))
  }

  private mutating func change(_ operation: Operation) {
    operation.apply(to: &names)
    pending.append(operation)
    changes += 1
  }

  // MARK: - Durability

  /// Makes the data of a file or the names of a folder durable.
  ///
  /// A renaming between two folders becomes durable as a whole, together with the changes of the same names before it: half of it would be
  /// no state that the machine had.
  mutating func synchronize(_ file: Int) {
    guard files[file]?.status.kind == .folder else {
      let bytes = files[file]?.bytes
      files[file]?.durableBytes = bytes
      return
    }
    guard let folder = names.first(where: { $0.value == file })?.key else { return }
    // An operation that also concerns another folder becomes durable as a whole, with everything that it depends on.
    var needed: Set<Int> = []
    var touched: Set<String> = []
    for (position, operation) in pending.enumerated().reversed()
    where operation.folders.contains(folder) || !operation.names.isDisjoint(with: touched) {
      needed.insert(position)
      touched.formUnion(operation.names)
    }
    for position in needed.sorted() { pending[position].apply(to: &durableNames) }
    if !needed.isEmpty { changes += 1 }
    pending = pending.enumerated().filter { !needed.contains($0.offset) }.map(\.element)
  }

  /// Makes everything durable, as on an idle machine.
  mutating func synchronizeAll() {
    for number in files.keys {
      let bytes = files[number]?.bytes
      files[number]?.durableBytes = bytes
    }
    durableNames = names
    pending = []
  }

  /// Every disk that a machine may have after a crash at this moment, each state once.
  ///
  /// Cost: exponential in the number of changes that aren't durable, which is a handful during a commit.
  var disksAfterCrash: [SimulatedDisk] {
    var results: [SimulatedDisk] = []
    var seen: Set<[String: String]> = []
    for kept in 0..<(1 << pending.count) {
      var names = durableNames
      for (position, operation) in pending.enumerated() where kept & (1 << position) != 0 {
        operation.apply(to: &names)
      }
      removeOrphans(&names)
      for contents in combinationsOfContents(of: Set(names.values)) {
        let disk = afterCrash(names, contents)
        if seen.insert(disk.comparedState).inserted { results.append(disk) }
      }
    }
    return results
  }

  /// One of ``disksAfterCrash``. In a third of them, everything is lost that can be.
  func diskAfterCrash(using random: inout some RandomNumberGenerator) -> SimulatedDisk {
    let losesAll = Int.random(in: 0..<3, using: &random) == 0
    var names = durableNames
    for operation in pending where !losesAll && Bool.random(using: &random) {
      operation.apply(to: &names)
    }
    removeOrphans(&names)
    var contents: [Int: [UInt8]] = [:]
    for file in Set(names.values).sorted() {
      guard let possible = possibleContents(of: file) else { continue }
      contents[file] = losesAll ? possible[0] : possible.randomElement(using: &random)
    }
    return afterCrash(names, contents)
  }

  /// Removes the content of folders that are lost.
  private func removeOrphans(_ names: inout [String: Int]) {
    for name in names.keys.sorted()
    where name != Self.folder && names[FileLocation(name).folder] == nil {
      names[name] = nil
    }
  }

  private func afterCrash(_ names: [String: Int], _ contents: [Int: [UInt8]]) -> SimulatedDisk {
    var disk = self
    (disk.names, disk.durableNames, disk.pending) = (names, names, [])
    for (file, bytes) in contents {
      disk.files[file]?.bytes = bytes
      disk.files[file]?.durableBytes = bytes
      disk.files[file]?.status.size = bytes.count
    }
    for file in disk.files.keys { disk.files[file]?.isOpenForWriting = false }
    return disk
  }

  /// The space that a file takes.
  func space(of file: Int) -> Int {
    (files[file].map { max($0.bytes.count, $0.reserved) } ?? 0) + File.overhead
  }

  /// The content of each name.
  var contents: [String: [UInt8]] { names.mapValues { files[$0]?.bytes ?? [] } }

  /// The state by which two disks are compared: without times and the IDs of records.
  var comparedState: [String: String] {
    var comparedState: [String: String] = [:]
    for (name, bytes) in contents { comparedState[name] = Self.comparedContent(of: name, bytes) }
    return comparedState
  }

  /// The results of `comparedContent(of:_:)`. A crash sweep compares hundreds of disks, most of which have the same records.
  private static let comparedContents = Mutex<[[UInt8]: String]>([:])

  private static func comparedContent(of name: String, _ bytes: [UInt8]) -> String {
    let location = FileLocation(name)
    guard location.folder == history, let number = RecordName(location.name)?.number else {
      return String(decoding: bytes, as: UTF8.self)
    }
    let key = Array("\(number) ".utf8) + bytes
    if let known = comparedContents.withLock({ $0[key] }) { return known }
    let content: String
    if let file = RecordFile(beginning: bytes, number: number),
      let header = LogHeader(line: file.header)
    {
      let restores = header.confirmation.map { "\($0.restores ?? 0)" } ?? ""
      let kind = header.kind?.rawValue ?? "confirm"
      content = "\(kind) \(restores) \(file.content(in: bytes).map { "\($0)" } ?? "cut short")"
    } else {
      content = String(decoding: bytes, as: UTF8.self)
    }
    comparedContents.withLock { $0[key] = content }
    return content
  }

  /// The content of the settings file; `nil` if it doesn't exist.
  var content: [UInt8]? { names[Self.file].map { files[$0]?.bytes ?? [] } }

  /// The names in the hidden folder that recovery handles.
  var unfinished: [String] {
    names.keys.filter { $0.hasSuffix(".prepared") || $0.hasSuffix(".moving") }
  }

  /// The names in the hidden folder of what only a commit needs: contents and reserved space.
  var temporaries: [String] {
    names.keys.filter { name in
      let name = FileLocation(name).name
      return TemporaryName(name) != nil || TemporaryName.unfinishedID(name) != nil
        || DiskReservation.id(name) != nil
    }
  }

  /// The possible losses of data that was not synchronized: all, a part, or none of it.
  private func combinationsOfContents(of reachable: Set<Int>) -> [[Int: [UInt8]]] {
    var combinations: [[Int: [UInt8]]] = [[:]]
    for number in reachable.sorted() {
      guard let possible = possibleContents(of: number) else { continue }
      combinations = combinations.flatMap { combination in
        Set(possible).map { combination.merging([number: $0]) { $1 } }
      }
    }
    return combinations
  }

  /// What a file may have after a crash, without what wasn't synchronized first; `nil` if everything was.
  private func possibleContents(of number: Int) -> [[UInt8]]? {
    guard let file = files[number], file.status.kind == .file, file.bytes != file.durableBytes
    else {
      return nil
    }
    let half = file.bytes.prefix(file.bytes.count / 2)
    var possible = [file.durableBytes ?? [], file.bytes]
    if let durable = file.durableBytes {
      // It was overwritten, and maybe cut.
      let torn = Array(half + durable.dropFirst(half.count))
      possible += [torn, Array(torn.prefix(file.bytes.count))]
    } else {
      possible += [[], Array(half)]
    }
    return possible
  }
}
