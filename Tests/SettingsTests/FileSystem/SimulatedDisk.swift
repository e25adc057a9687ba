@testable import SettingsSystem
import Foundation

@testable import Settings

/// The files of a simulated machine: what processes see, and what of it would survive a crash.
///
/// Only what POSIX promises is promised: data is durable once its file was synchronized, names once their folder was, and a
/// renaming or an exchange happens as a whole or not at all. Of everything else, any part may be lost.
struct SimulatedDisk: Sendable {
  struct File: Sendable {
    var status: FileStatus
    var bytes: [UInt8] = []
    /// What survives a crash for sure; `nil` if nothing was ever synchronized.
    var durableBytes: [UInt8]?
    /// Whether an access control list opens the file to others.
    var hasAccessList = false
    /// Whether what is made in the folder gets such a list.
    var givesAccessList = false
    /// Whether another program has the file open for writing.
    var isOpenForWriting = false
  }

  /// A change of names that is not durable yet.
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

  var files: [Int: File] = [:]
  private(set) var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var pending: [Operation] = []
  private var clock: Int64 = 0

  /// A disk with a folder and, if there is a content, a durable settings file in it.
  init(content: [UInt8]?) {
    _ = make(Self.folder, .folder, mode: 0o755)
    if let content {
      let file = make(Self.file, .file, mode: 0o640)
      write(content, to: file)
    }
    settle()
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

  /// Replaces what is in a file.
  mutating func write(_ bytes: [UInt8], to file: Int) {
    clock += 1
    files[file]?.bytes = bytes
    files[file]?.status.size = bytes.count
    files[file]?.status.modified = clock
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
  }

  // MARK: - Durability

  /// Makes a file's data durable, or a folder's names.
  mutating func synchronize(_ file: Int) {
    guard files[file]?.status.kind == .folder else {
      let bytes = files[file]?.bytes
      files[file]?.durableBytes = bytes
      return
    }
    guard let folder = names.first(where: { $0.value == file })?.key else { return }
    // An operation that touches another folder, too, is durable as a whole, and so is everything that it builds on.
    var needed: Set<Int> = []
    var touched: Set<String> = []
    for (position, operation) in pending.enumerated().reversed()
    where operation.folders.contains(folder) || !operation.names.isDisjoint(with: touched) {
      needed.insert(position)
      touched.formUnion(operation.names)
    }
    for position in needed.sorted() { pending[position].apply(to: &durableNames) }
    pending = pending.enumerated().filter { !needed.contains($0.offset) }.map(\.element)
  }

  /// Lets everything become durable, as it does when a machine idles.
  mutating func settle() {
    for number in files.keys {
      let bytes = files[number]?.bytes
      files[number]?.durableBytes = bytes
    }
    durableNames = names
    pending = []
  }

  /// Every disk that a machine may find after a crash at this moment.
  var survivors: [SimulatedDisk] {
    var results: [SimulatedDisk] = []
    var seen: Set<[String: String]> = []
    for kept in 0..<(1 << pending.count) {
      var names = durableNames
      for (position, operation) in pending.enumerated() where kept & (1 << position) != 0 {
        operation.apply(to: &names)
      }
      // What a folder holds is lost with the folder.
      names = names.filter { name, _ in name == Self.folder || names[FileLocation(name).folder] != nil }
      for contents in combinationsOfContents(of: Set(names.values)) {
        var disk = self
        disk.names = names
        for (file, bytes) in contents {
          disk.files[file]?.bytes = bytes
          disk.files[file]?.durableBytes = bytes
          disk.files[file]?.status.size = bytes.count
        }
        for file in disk.files.keys { disk.files[file]?.isOpenForWriting = false }
        disk.durableNames = names
        disk.pending = []
        if seen.insert(disk.essence).inserted { results.append(disk) }
      }
    }
    return results
  }

  /// What can be seen: each name's bytes.
  var contents: [String: [UInt8]] { names.mapValues { files[$0]?.bytes ?? [] } }

  /// What makes a difference between two disks: of records, times and IDs are left out.
  var essence: [String: String] {
    var essence: [String: String] = [:]
    for (name, bytes) in contents {
      let location = FileLocation(name)
      guard location.folder == Self.history, let number = RecordName(location.name)?.number,
        let file = RecordFile(beginning: bytes, number: number), let header = LogHeader(line: file.header)
      else {
        essence[name] = String(decoding: bytes, as: UTF8.self)
        continue
      }
      let restores = header.confirmation.map { "\($0.restores ?? 0)" } ?? ""
      essence[name] = "\(header.kind) \(restores) \(file.content(in: bytes).map { "\($0)" } ?? "cut short")"
    }
    return essence
  }

  /// The content of the settings file; `nil` if there is none.
  var content: [UInt8]? { contents[Self.file] }

  /// The names in the hidden folder that recovery has to decide about.
  var unfinished: [String] {
    names.keys.filter { $0.hasSuffix(".prepared") || $0.hasSuffix(".moving") }
  }

  /// All ways in which data that was not synchronized may have been lost: all, a part, or nothing of it.
  private func combinationsOfContents(of reachable: Set<Int>) -> [[Int: [UInt8]]] {
    var combinations: [[Int: [UInt8]]] = [[:]]
    for number in reachable.sorted() {
      guard let file = files[number], file.status.kind == .file, file.bytes != file.durableBytes else {
        continue
      }
      let possible = [
        file.durableBytes ?? [], [], Array(file.bytes.prefix(file.bytes.count / 2)), file.bytes,
      ]
      combinations = combinations.flatMap { combination in
        Set(possible).map { combination.merging([number: $0]) { $1 } }
      }
    }
    return combinations
  }
}
