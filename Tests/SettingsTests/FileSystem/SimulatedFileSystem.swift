import Foundation
import Synchronization

@testable import Settings
@testable import SettingsSystem

/// A file system whose calls can fail, write only a part, be followed by a crash, or be interleaved with other programs.
///
///     for call in 0..<count {
///       let files = SimulatedFileSystem(disk, fault: .crash(at: call))
///       try? commit(in: files)
///       for disk in files.disk.disksAfterCrash { recover and compare }
///     }
///
/// Calls are counted from 0, and ``calls`` is their number, so a first run without a fault says how often the loop has to run. After a
/// crash, no call has an effect: the process that makes it is gone.
///
/// What another process does is a change of the disk before some calls (`interference`). In a ``World``, several processes share a machine,
/// and each call waits until the process may go on.
final class SimulatedFileSystem: FileSystem {
  /// An injected fault, with the number of its call, starting at 0. One fault for each run: all pairs would be too many, and find little
  /// more.
  enum Fault: Sendable {
    case none
    case failure(at: Int, code: Int32)
    /// Some calls fail.
    case failures(at: Set<Int>, code: Int32)
    case shortWrites
    case crash(at: Int)
    /// Another program changes the disk directly before some calls.
    case interference(@Sendable (_ call: Int, _ disk: inout SimulatedDisk) -> Void)
    /// The process is killed directly before a call, and another program changes the disk directly before some calls.
    case kill(at: Int, @Sendable (_ call: Int, _ disk: inout SimulatedDisk) -> Void)
  }

  /// The calls that do nothing, or that do more than they are to do, so that a test finds out whether it would notice.
  struct Fraud: OptionSet {
    let rawValue: Int

    /// `synchronize` doesn't make the content of files durable.
    static let files = Fraud(rawValue: 1)
    /// `synchronize` doesn't make the names in folders durable.
    static let folders = Fraud(rawValue: 2)
    /// Each lock succeeds.
    static let locks = Fraud(rawValue: 4)
    /// Each random number is the same.
    static let numbers = Fraud(rawValue: 8)
    /// No disk space is reserved.
    static let space = Fraud(rawValue: 16)
  }

  /// A machine: its disk, and what its processes have open.
  final class Machine: Sendable {
    struct State {
      var disk: SimulatedDisk
      var calls = 0
      var crashPoints = [0]
      var isGone = false
      var open: [Descriptor: (file: Int, path: String, offset: Int, process: Int)] = [:]
      var locks: [Int: Descriptor] = [:]
      var nextDescriptor: Descriptor = 100
      /// The bytes that the disk can hold; `nil` for more than enough.
      var capacity: Int?

      /// Throws an error if the disk has no room for more bytes.
      func checkRoom(for bytes: Int, _ call: String) throws(SystemCallError) {
        guard let capacity else { return }
        let files = Set(disk.names.values).union(open.values.map(\.file))
        if files.reduce(bytes, { $0 + disk.space(of: $1) }) > capacity {
          throw SystemCallError(call: call, code: ENOSPC)
        }
      }

      /// Ends a process: what it has open is closed.
      mutating func end(_ process: Int) {
        open = open.filter { $0.value.process != process }
        locks = locks.filter { open[$0.value] != nil }
      }
    }

    let state: Mutex<State>

    init(_ disk: SimulatedDisk) { state = Mutex(State(disk: disk)) }
  }

  typealias State = Machine.State

  let user: UInt32 = 1
  let stateFolder: String? = SimulatedDisk.folder + "/state"
  private let fault: Fault
  private let fraud: Fraud
  /// Whether two names can be exchanged.
  private let canExchange: Bool
  /// Whether the folder is a work tree of a version control system.
  private let isWorkTree: Bool
  private let machine: Machine
  private let process: Int
  /// Called before each call, also before a pause, with its milliseconds. It returns when the process may go on.
  private let turn: (@Sendable (_ call: String, _ milliseconds: Int) throws(SystemCallError) -> Void)?

  init(
    _ disk: SimulatedDisk, fault: Fault = .none, fraud: Fraud = [], canExchange: Bool = true,
    isWorkTree: Bool = false
  ) {
    (self.fault, self.fraud, self.canExchange, self.isWorkTree) = (
      fault, fraud, canExchange, isWorkTree
    )
    (machine, process, turn) = (Machine(disk), 0, nil)
  }

  /// Creates what one of several processes of a machine sees.
  init(
    of process: Int, on machine: Machine, fraud: Fraud = [], canExchange: Bool = true,
    turn: @escaping @Sendable (_ call: String, _ milliseconds: Int) throws(SystemCallError) -> Void
  ) {
    (self.machine, self.process, self.turn) = (machine, process, turn)
    (self.fault, self.fraud, self.canExchange, isWorkTree) = (.none, fraud, canExchange, false)
  }

  var disk: SimulatedDisk { machine.state.withLock { $0.disk } }
  var calls: Int { machine.state.withLock { $0.calls } }
  /// The calls before which a crash is worth a try: the first, and each after one that has changed the disk. Between them, a crash leaves
  /// the same disks.
  var crashPoints: [Int] {
    machine.state.withLock { state in state.crashPoints.filter { $0 < state.calls } }
  }

  /// Counts a call, and injects the fault if it is the one. Every function of the protocol goes through here, except for the ones that
  /// can't fail.
  private func call<Result>(
    _ name: String, _ body: (inout State) throws(SystemCallError) -> sending Result
  ) throws(SystemCallError) -> Result {
    try turn?(name, 0)
    return try machine.state.withLock { state throws(SystemCallError) in
      defer { state.calls += 1 }
      switch fault {
      case .crash(at: state.calls): state.isGone = true
      case .kill(at: state.calls, _): state.isGone = true
      case .kill(at: _, let interfere) where !state.isGone: interfere(state.calls, &state.disk)
      case .interference(let interfere): interfere(state.calls, &state.disk)
      default: break
      }
      // After a crash no call has an effect, since the process has ended.
      guard !state.isGone else { throw SystemCallError(call: name, code: EIO) }
      if case .failure(at: state.calls, let code) = fault {
        throw SystemCallError(call: name, code: code)
      }
      if case .failures(let calls, let code) = fault, calls.contains(state.calls) {
        throw SystemCallError(call: name, code: code)
      }
      let changes = state.disk.changes
      defer { if state.disk.changes != changes { state.crashPoints.append(state.calls + 1) } }
      return try body(&state)
    }
  }

  private func open(_ path: String, in state: inout State) throws(SystemCallError) -> Descriptor {
    guard let file = state.disk.names[path] else {
      throw SystemCallError(call: "openat", code: ENOENT)
    }
    state.nextDescriptor += 1
    state.open[state.nextDescriptor] = (file, path, 0, process)
    return state.nextDescriptor
  }

  private func path(_ name: String, in folder: Descriptor, _ state: State) throws(SystemCallError)
    -> String
  {
    guard let folder = state.open[folder] else {
      throw SystemCallError(call: "openat", code: EBADF)
    }
    return folder.path + "/" + name
  }

  private func file(_ descriptor: Descriptor, _ state: State) throws(SystemCallError) -> Int {
    guard let file = state.open[descriptor]?.file else {
      throw SystemCallError(call: "close", code: EBADF)
    }
    return file
  }

  // MARK: - Paths

  func openFolder(atPath path: String) throws(SystemCallError) -> Descriptor {
    try call("open") { state throws(SystemCallError) in
      // A link here leads nowhere.
      let kind = state.disk.names[path].flatMap { state.disk.files[$0]?.status.kind }
      guard kind == .folder else {
        throw SystemCallError(call: "open", code: kind == .file ? ENOTDIR : ENOENT)
      }
      return try open(path, in: &state)
    }
  }

  func status(atPath path: String) throws(SystemCallError) -> FileStatus? {
    try call("lstat") { state throws(SystemCallError) in
      state.disk.names[path].flatMap { state.disk.files[$0]?.status }
    }
  }

  func readLink(atPath path: String) throws(SystemCallError) -> String {
    try call("readlink") { _ throws(SystemCallError) in
      throw SystemCallError(call: "readlink", code: EINVAL)
    }
  }

  func workTree(atPath path: String) -> String? { isWorkTree ? "1" : nil }

  /// Every file and folder is writable.
  func checkIsWritable(_ name: String?, in folder: Descriptor) {}

  func canonicalPath(_ folder: String) -> String { folder }

  // MARK: - Names in a folder

  func openFolder(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor {
    try open(name, in: folder)
  }

  func open(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor {
    try call("openat") { state throws(SystemCallError) in
      let path = try path(name, in: folder, state)
      return try open(path, in: &state)
    }
  }

  func openForWriting(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor {
    try open(name, in: folder)
  }

  func create(_ name: String, in folder: Descriptor, mode: UInt32) throws(SystemCallError)
    -> Descriptor
  {
    try call("openat") { state throws(SystemCallError) in
      let path = try path(name, in: folder, state)
      guard state.disk.names[path] == nil else {
        throw SystemCallError(call: "openat", code: EEXIST)
      }
      try state.checkRoom(for: SimulatedDisk.File.overhead, "openat")
      _ = state.disk.make(path, .file, mode: mode & ~0o022)
      return try open(path, in: &state)
    }
  }

  func makeFolder(
    _ name: String, in folder: Descriptor, for owner: FileStatus?, mode: UInt32
  ) throws(SystemCallError) {
    try call("mkdirat") { state throws(SystemCallError) in
      let path = try path(name, in: folder, state)
      guard state.disk.names[path] == nil else {
        throw SystemCallError(call: "mkdirat", code: EEXIST)
      }
      try state.checkRoom(for: SimulatedDisk.File.overhead, "mkdirat")
      _ = state.disk.make(path, .folder, mode: mode & ~0o022)
    }
  }

  func status(_ name: String, in folder: Descriptor) throws(SystemCallError) -> FileStatus? {
    try call("fstatat") { state throws(SystemCallError) in
      let path = try path(name, in: folder, state)
      return state.disk.names[path].flatMap { state.disk.files[$0]?.status }
    }
  }

  func setMode(_ name: String, in folder: Descriptor, mode: UInt32) throws(SystemCallError) {
    try call("fchmodat") { state throws(SystemCallError) in
      let path = try path(name, in: folder, state)
      if let file = state.disk.names[path] { state.disk.files[file]?.status.mode = mode }
    }
  }

  func rename(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemCallError) {
    try call("renameat") { state throws(SystemCallError) in
      let (path, newPath) = (
        try path(name, in: folder, state), try self.path(newName, in: newFolder, state)
      )
      guard state.disk.names[path] != nil else {
        throw SystemCallError(call: "renameat", code: ENOENT)
      }
      state.disk.rename(path, to: newPath)
    }
  }

  func move(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemCallError) {
    try call("renameat2") { state throws(SystemCallError) in
      let (path, newPath) = (
        try path(name, in: folder, state), try self.path(newName, in: newFolder, state)
      )
      guard state.disk.names[path] != nil else {
        throw SystemCallError(call: "renameat2", code: ENOENT)
      }
      guard state.disk.names[newPath] == nil else {
        throw SystemCallError(call: "renameat2", code: EEXIST)
      }
      state.disk.rename(path, to: newPath)
    }
  }

  func exchange(
    _ name: String, in folder: Descriptor, with otherName: String, in otherFolder: Descriptor
  ) throws(SystemCallError) {
    try call("renameat2") { state throws(SystemCallError) in
      guard canExchange else { throw SystemCallError(call: "renameat2", code: EINVAL) }
      let (path, other) = (
        try path(name, in: folder, state), try self.path(otherName, in: otherFolder, state)
      )
      guard state.disk.names[path] != nil, state.disk.names[other] != nil else {
        throw SystemCallError(call: "renameat2", code: ENOENT)
      }
      state.disk.exchange(path, other)
    }
  }

  func remove(_ name: String, in folder: Descriptor) throws(SystemCallError) {
    try call("unlinkat") { state throws(SystemCallError) in
      let path = try path(name, in: folder, state)
      guard state.disk.names[path] != nil else {
        throw SystemCallError(call: "unlinkat", code: ENOENT)
      }
      state.disk.unlink(path)
    }
  }

  func names(in folder: Descriptor) throws(SystemCallError) -> [String] {
    try call("readdir") { state throws(SystemCallError) in
      let folder = state.open[folder]?.path
      return state.disk.names.keys.map(FileLocation.init).filter { $0.folder == folder }.map(\.name)
    }
  }

  // MARK: - Open files

  /// Linux closes a descriptor, and releases its lock, also if the call fails.
  func close(_ descriptor: Descriptor) throws(SystemCallError) {
    defer {
      machine.state.withLock { state in
        state.locks = state.locks.filter { $0.value != descriptor }
        state.open[descriptor] = nil
      }
    }
    try call("close") { _ in }
  }

  func status(of descriptor: Descriptor) throws(SystemCallError) -> FileStatus {
    try call("fstat") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      guard let status = state.disk.files[file]?.status else {
        throw SystemCallError(call: "fstat", code: EBADF)
      }
      return status
    }
  }

  func read(_ descriptor: Descriptor, upTo count: Int) throws(SystemCallError) -> [UInt8] {
    try call("read") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      let offset = state.open[descriptor]?.offset ?? 0
      let bytes = Array(
        (state.disk.files[file]?.bytes ?? []).dropFirst(offset).prefix(min(count, 1_000)))
      state.open[descriptor]?.offset += bytes.count
      return bytes
    }
  }

  func write(_ descriptor: Descriptor, in bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int {
    try call("write") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      let written = if case .shortWrites = fault { bytes.prefix(1) } else { bytes }
      let offset = state.open[descriptor]?.offset ?? 0
      var content = state.disk.files[file]?.bytes ?? []
      content.replaceSubrange(
        offset..<max(offset, min(content.count, offset + written.count)), with: written)
      try state.checkRoom(for: content.count - (state.disk.files[file]?.bytes.count ?? 0), "write")
      state.disk.write(content, to: file)
      state.open[descriptor]?.offset += written.count
      return written.count
    }
  }

  func truncate(_ descriptor: Descriptor, to size: Int) throws(SystemCallError) {
    try call("ftruncate") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      state.disk.write(Array((state.disk.files[file]?.bytes ?? []).prefix(size)), to: file)
    }
  }

  func allocate(_ descriptor: Descriptor, size: Int) throws(SystemCallError) {
    try call("posix_fallocate") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      try state.checkRoom(for: size, "posix_fallocate")
      guard !fraud.contains(.space) else { return }
      state.disk.files[file]?.reserved = size
    }
  }

  func startWriting(_ descriptor: Descriptor) {}

  func synchronize(_ descriptor: Descriptor) throws(SystemCallError) {
    try call("fsync") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      let isFolder = state.disk.files[file]?.status.kind == .folder
      if !fraud.contains(isFolder ? .folders : .files) { state.disk.synchronize(file) }
    }
  }

  /// Synchronizes one after the other. A crash may leave any part of what isn't synchronized, so the order makes no difference.
  func synchronize(_ descriptors: [Descriptor]) -> [SystemCallError?] {
    descriptors.map { descriptor in
      do throws(SystemCallError) {
        try synchronize(descriptor)
        return nil
      } catch {
        return error
      }
    }
  }

  func setOwner(_ descriptor: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemCallError) {
    try call("fchown") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      if let group { state.disk.files[file]?.status.group = group }
    }
  }

  func setMode(_ descriptor: Descriptor, mode: UInt32) throws(SystemCallError) {
    try call("fchmod") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      state.disk.files[file]?.status.mode = mode
    }
  }

  func copyAttributes(from source: Descriptor, to descriptor: Descriptor) throws(SystemCallError) {
    try call("fsetxattr") { state throws(SystemCallError) in
      let (from, to) = (try file(source, state), try file(descriptor, state))
      if state.disk.files[from]?.hasAccessList == true {
        state.disk.files[to]?.hasAccessList = true
      }
    }
  }

  func removeAccessLists(_ descriptor: Descriptor) throws(SystemCallError) {
    try call("fremovexattr") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      state.disk.files[file]?.hasAccessList = false
      state.disk.files[file]?.givesAccessList = false
    }
  }

  func lock(_ descriptor: Descriptor) throws(SystemCallError) -> Bool {
    try call("flock") { state throws(SystemCallError) in
      let file = try file(descriptor, state)
      guard [nil, descriptor].contains(state.locks[file]) || fraud.contains(.locks) else {
        return false
      }
      state.locks[file] = descriptor
      return true
    }
  }

  func isOpenForWriting(_ descriptor: Descriptor) -> Bool? {
    machine.state.withLock { state in
      state.open[descriptor].flatMap { state.disk.files[$0.file]?.isOpenForWriting }
    }
  }

  func randomNumber() -> UInt64 {
    machine.state.withLock { state in
      if !fraud.contains(.numbers) { state.disk.lastNumber += 1 }
      return state.disk.lastNumber
    }
  }

  func pause(milliseconds: Int) { try? turn?("pause", milliseconds) }
}
