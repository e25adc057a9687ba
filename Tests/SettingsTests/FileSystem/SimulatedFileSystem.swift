import Foundation
import Synchronization

@testable import Settings

/// A file system whose calls can fail, be cut short, or be the last thing a machine does.
final class SimulatedFileSystem: FileSystem {
  /// What goes wrong, and at which call, counted from 0.
  enum Fault: Sendable {
    case none
    case failure(at: Int, code: Int32)
    case shortWrites
    case crash(at: Int)
  }

  private struct State {
    var disk: SimulatedDisk
    var calls = 0
    var isCrashed = false
    var open: [Descriptor: (file: Int, offset: Int)] = [:]
    var locks: [Int: Descriptor] = [:]
    var nextDescriptor: Descriptor = 100
  }

  let user: UInt32 = 1
  private let fault: Fault
  /// Whether `synchronize` does what it says; a test that can tell the difference is a test.
  private let isHonest: Bool
  private let state: Mutex<State>

  init(_ disk: SimulatedDisk, fault: Fault = .none, isHonest: Bool = true) {
    self.fault = fault
    self.isHonest = isHonest
    state = Mutex(State(disk: disk))
  }

  var disk: SimulatedDisk { state.withLock { $0.disk } }
  var calls: Int { state.withLock { $0.calls } }

  /// Counts a call, and lets it fail if it is the one.
  private func call<Result>(
    _ name: String, _ body: (inout State) throws(SystemError) -> sending Result
  ) throws(SystemError) -> Result {
    try state.withLock { state throws(SystemError) in
      defer { state.calls += 1 }
      if case .crash(at: state.calls) = fault { state.isCrashed = true }
      // After a crash no call does anything any more: the process is gone.
      guard !state.isCrashed else { throw SystemError(call: name, code: EIO) }
      if case .failure(at: state.calls, let code) = fault { throw SystemError(call: name, code: code) }
      return try body(&state)
    }
  }

  private func open(_ file: Int, in state: inout State) -> Descriptor {
    state.nextDescriptor += 1
    state.open[state.nextDescriptor] = (file, 0)
    return state.nextDescriptor
  }

  func openForReading(_ path: String) throws(SystemError) -> Descriptor {
    try call("open") { state throws(SystemError) in
      guard let file = state.disk.names[path] else { throw SystemError(call: "open", code: ENOENT) }
      return open(file, in: &state)
    }
  }

  func create(_ path: String) throws(SystemError) -> Descriptor {
    try call("open") { state throws(SystemError) in
      guard state.disk.names[path] == nil else { throw SystemError(call: "open", code: EEXIST) }
      let status = FileStatus(kind: .file, mode: 0o600, owner: user, group: 1)
      return open(state.disk.make(path, status), in: &state)
    }
  }

  func openLock(_ path: String, mode: UInt32) throws(SystemError) -> Descriptor {
    try call("open") { state throws(SystemError) in
      let status = FileStatus(kind: .file, mode: mode, owner: user, group: 1)
      return open(state.disk.names[path] ?? state.disk.make(path, status), in: &state)
    }
  }

  func openFolder(_ path: String) throws(SystemError) -> Descriptor {
    try openForReading(path)
  }

  func close(_ descriptor: Descriptor) throws(SystemError) {
    try call("close") { state throws(SystemError) in
      state.locks = state.locks.filter { $0.value != descriptor }
      state.open[descriptor] = nil
    }
  }

  func read(_ descriptor: Descriptor, upTo count: Int) throws(SystemError) -> [UInt8] {
    try call("read") { state throws(SystemError) in
      guard let (file, offset) = state.open[descriptor] else { throw SystemError(call: "read", code: EBADF) }
      let bytes = Array((state.disk.files[file]?.bytes ?? []).dropFirst(offset).prefix(min(count, 100)))
      state.open[descriptor] = (file, offset + bytes.count)
      return bytes
    }
  }

  func write(_ descriptor: Descriptor, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try call("write") { state throws(SystemError) in
      guard let (file, _) = state.open[descriptor] else { throw SystemError(call: "write", code: EBADF) }
      let written = if case .shortWrites = fault { bytes.prefix(1) } else { bytes }
      state.disk.files[file]?.bytes += written
      return written.count
    }
  }

  func synchronize(_ descriptor: Descriptor) throws(SystemError) {
    try call("fsync") { state throws(SystemError) in
      guard let (file, _) = state.open[descriptor] else { throw SystemError(call: "fsync", code: EBADF) }
      if isHonest { state.disk.synchronize(file) }
    }
  }

  func setOwner(_ descriptor: Descriptor, _ owner: UInt32, group: UInt32) throws(SystemError) {
    try call("fchown") { _ throws(SystemError) in }
  }

  func setMode(_ descriptor: Descriptor, _ mode: UInt32) throws(SystemError) {
    try call("fchmod") { state throws(SystemError) in
      guard let (file, _) = state.open[descriptor] else { throw SystemError(call: "fchmod", code: EBADF) }
      state.disk.files[file]?.status.mode = mode
    }
  }

  func copyAttributes(from path: String, to descriptor: Descriptor) throws(SystemError) {
    try call("fsetxattr") { _ throws(SystemError) in }
  }

  func lock(_ descriptor: Descriptor) throws(SystemError) -> Bool {
    try call("flock") { state throws(SystemError) in
      guard let (file, _) = state.open[descriptor] else { throw SystemError(call: "flock", code: EBADF) }
      guard state.locks[file] == nil || state.locks[file] == descriptor else { return false }
      state.locks[file] = descriptor
      return true
    }
  }

  func pause(milliseconds: Int) {}

  func status(_ path: String) throws(SystemError) -> FileStatus? {
    try call("lstat") { state throws(SystemError) in
      state.disk.names[path].flatMap { state.disk.files[$0]?.status }
    }
  }

  func readLink(_ path: String) throws(SystemError) -> String {
    try call("readlink") { _ throws(SystemError) in throw SystemError(call: "readlink", code: EINVAL) }
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try call("rename") { state throws(SystemError) in state.disk.rename(path, to: newPath) }
  }

  func remove(_ path: String) throws(SystemError) {
    try call("unlink") { state throws(SystemError) in state.disk.unlink(path) }
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try call("mkdir") { state throws(SystemError) in
      _ = state.disk.make(path, FileStatus(kind: .folder, mode: 0o700, owner: user, group: 1))
    }
  }

  func canonicalPath(_ folder: String) -> String { folder }

  func names(in folder: String) throws(SystemError) -> [String] {
    try call("readdir") { state throws(SystemError) in
      guard state.disk.names[folder] != nil else { throw SystemError(call: "readdir", code: ENOENT) }
      return state.disk.names.keys.map(FileLocation.init).filter { $0.folder == folder }.map(\.name)
    }
  }
}
