import Foundation

@testable import Settings

/// The files of a simulated machine: what processes see, and what of it would survive a crash.
///
/// Only what POSIX promises is promised: data is durable once its file was synchronized, names once their folder
/// was. Of everything else, any part may be lost.
struct SimulatedDisk: Sendable {
  struct File: Sendable {
    var status: FileStatus
    var bytes: [UInt8] = []
    /// What survives a crash for sure; `nil` if nothing was ever synchronized.
    var durableBytes: [UInt8]?
    var target: String?
  }

  /// A change of a folder that is not durable yet.
  enum Operation: Sendable {
    case link(name: String, file: Int)
    case rename(name: String, newName: String, file: Int)
    case unlink(name: String)

    /// The folder whose names it changes.
    var folder: String {
      switch self {
      case .link(let name, _), .rename(let name, _, _), .unlink(let name): FileLocation(name).folder
      }
    }
  }

  var files: [Int: File] = [:]
  var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var pending: [Operation] = []

  /// A disk with a folder and, maybe, a durable settings file in it.
  init(content: [UInt8]?) {
    files[0] = File(status: FileStatus(kind: .folder, mode: 0o755, owner: 1, group: 1))
    names["folder"] = 0
    if let content {
      let status = FileStatus(kind: .file, mode: 0o640, owner: 1, group: 1)
      files[1] = File(status: status, bytes: content, durableBytes: content)
      names["folder/a.json"] = 1
    }
    durableNames = names
  }

  mutating func make(_ name: String, _ status: FileStatus) -> Int {
    let file = files.count
    files[file] = File(status: status)
    names[name] = file
    pending.append(.link(name: name, file: file))
    return file
  }

  mutating func rename(_ name: String, to newName: String) {
    guard let file = names.removeValue(forKey: name) else { return }
    names[newName] = file
    pending.append(.rename(name: name, newName: newName, file: file))
  }

  mutating func unlink(_ name: String) {
    names[name] = nil
    pending.append(.unlink(name: name))
  }

  /// Makes a file's data durable, or a folder's names.
  mutating func synchronize(_ file: Int) {
    if files[file]?.status.kind == .folder {
      guard let folder = names.first(where: { $0.value == file })?.key else { return }
      durableNames = durableNames.filter { FileLocation($0.key).folder != folder }
      durableNames.merge(names.filter { FileLocation($0.key).folder == folder }) { _, new in new }
      pending.removeAll { $0.folder == folder }
    } else {
      let bytes = files[file]?.bytes
      files[file]?.durableBytes = bytes
    }
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
    var seen: Set<[String: [UInt8]]> = []
    for kept in 0..<(1 << pending.count) {
      var names = durableNames
      for (position, operation) in pending.enumerated() where kept & (1 << position) != 0 {
        switch operation {
        case .link(let name, let file): names[name] = file
        case .rename(let name, let newName, let file):
          names[name] = nil
          names[newName] = file
        case .unlink(let name): names[name] = nil
        }
      }
      // What a folder holds is lost with the folder.
      names = names.filter { name, _ in name == "folder" || names[FileLocation(name).folder] != nil }
      for contents in combinationsOfContents(of: Set(names.values)) {
        var disk = self
        disk.names = names
        for (file, bytes) in contents {
          disk.files[file]?.bytes = bytes
          disk.files[file]?.durableBytes = bytes
        }
        disk.durableNames = names
        disk.pending = []
        if seen.insert(disk.contents).inserted { results.append(disk) }
      }
    }
    return results
  }

  /// What is to be seen: each name's bytes.
  var contents: [String: [UInt8]] { names.mapValues { files[$0]?.bytes ?? [] } }

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
