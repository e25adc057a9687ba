import CSystem
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The real file system: each method is the system call of the same purpose, with the flags that keep it from following links, waiting for
/// a FIFO, or being inherited by child processes.
///
/// It has no state, so any code creates one where it needs it. A call that a signal interrupts is repeated, except `close` and `fsync`,
/// whose second call would act on something else or report a success that isn't one.
package struct POSIXFileSystem: FileSystem {
  package init() {}

  package var user: UInt32 { geteuid() }

  package var stateFolder: String? { BaseFolders().state }

  // MARK: - Paths

  package func openFolder(atPath path: String) throws(SystemCallError) -> Descriptor {
    try check("open", on: path) { systemOpen(path, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  package func status(atPath path: String) throws(SystemCallError) -> FileStatus? {
    try status(path, in: AT_FDCWD)
  }

  package func readLink(atPath path: String) throws(SystemCallError) -> String {
    guard let target = String(validating: try readLink(atPath: Array(path.utf8)), as: UTF8.self) else {
      throw SystemCallError(call: "readlink", code: EILSEQ, path: path)
    }
    return target
  }

  package func workTree(atPath path: String) -> String? {
    let names = [".git", ".hg", ".jj", ".svn", ".bzr", ".pijul", "_darcs", ".fslckout"]
    guard names.contains(where: { exists("\(path)/\($0)") }) else { return nil }
    let inode = (try? status(atPath: path))?.identity.inode ?? 0
    return "\(inode) \(csystem_created(path))"
  }

  package func canonicalPath(_ folder: String) -> String {
    guard let resolved = realpath(folder, nil) else { return folder }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  // MARK: - Names in a folder

  package func openFolder(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor {
    try check("openat", on: name) {
      openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
  }

  package func open(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor {
    try check("openat", on: name) {
      openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
  }

  package func openForWriting(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor {
    try check("openat", on: name) {
      openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
  }

  package func create(
    _ name: String, in folder: Descriptor, mode: UInt32
  ) throws(SystemCallError) -> Descriptor {
    try check("openat", on: name) {
      openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
    }
  }

  package func makeFolder(
    _ name: String, in folder: Descriptor, for owner: FileStatus?, mode: UInt32
  ) throws(SystemCallError) {
    guard let owner, user == 0, owner.owner != 0 else {
      try check("mkdirat", on: name) { mkdirat(folder, name, mode_t(mode)) }
      return
    }
    do throws(SystemCallError) {
      // Create it as the owner. If root changed the owner after creating the folder, that user could replace the folder in
      // between.
      try check("mkdirat", on: name) { csystem_make_folder_as(owner.owner, owner.group, folder, name, mode) }
    } catch {
      // That user can't write here, or the system can't act as that user, so the folder belongs to root.
      guard error.isDenied || error.isUnsupported else { throw error }
      try check("mkdirat", on: name) { mkdirat(folder, name, mode_t(mode)) }
    }
  }

  package func checkIsWritable(_ name: String?, in folder: Descriptor) throws(SystemCallError) {
    try check("faccessat", on: name) {
      faccessat(folder, name ?? ".", name == nil ? W_OK | X_OK : W_OK, AT_EACCESS)
    }
  }

  package func status(_ name: String, in folder: Descriptor) throws(SystemCallError) -> FileStatus? {
    try existing { () throws(SystemCallError) in
      var status = stat()
      try check("fstatat", on: name) { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
      return FileStatus(status)
    }
  }

  package func setMode(_ name: String, in folder: Descriptor, mode: UInt32) throws(SystemCallError) {
    try check("fchmodat", on: name) { fchmodat(folder, name, mode_t(mode), AT_SYMLINK_NOFOLLOW) }
  }

  package func rename(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemCallError) {
    try check("renameat", on: name) { renameat(folder, name, newFolder, newName) }
  }

  package func move(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemCallError) {
    try check("renameat2", on: name) { csystem_move(folder, name, newFolder, newName) }
  }

  package func exchange(
    _ name: String, in folder: Descriptor, with otherName: String, in otherFolder: Descriptor
  ) throws(SystemCallError) {
    try check("renameat2", on: name) { csystem_exchange(folder, name, otherFolder, otherName) }
  }

  package func remove(_ name: String, in folder: Descriptor) throws(SystemCallError) {
    try check("unlinkat", on: name) { unlinkat(folder, name, 0) }
  }

  package func names(in folder: Descriptor) throws(SystemCallError) -> [String] {
    var names: [String] = []
    try forEachName(in: folder) { bytes in
      if let name = String(validating: bytes, as: UTF8.self) { names.append(name) }
      return true
    }
    return names
  }

  // MARK: - Open files

  package func close(_ descriptor: Descriptor) throws(SystemCallError) {
    // Don't repeat the call after EINTR, because the descriptor is already closed on Linux.
    guard systemClose(descriptor) == 0 || errno == EINTR else { throw .last("close") }
  }

  package func status(of descriptor: Descriptor) throws(SystemCallError) -> FileStatus {
    var status = stat()
    try check("fstat") { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  package func read(_ descriptor: Descriptor, upTo count: Int) throws(SystemCallError) -> [UInt8] {
    var failure: SystemCallError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // One call for all pages of the buffer is faster than a page fault for each of them.
      if count >= ProcessMemory.fewestBytes { csystem_populate(buffer.baseAddress, count) }
      do throws(SystemCallError) {
        initialized = try check("read") { systemRead(descriptor, buffer: buffer.baseAddress, count: count) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  package func write(_ descriptor: Descriptor, in bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int {
    try check("write") {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, buffer: $0.baseAddress, count: $0.count) }
      guard count < 0, errno == EAGAIN else { return count }
      // The descriptor is in nonblocking mode, which another process that shares it might have set. Wait, and let the caller repeat the
      // call.
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&polled, 1, -1)
      return 0
    }
  }

  package func truncate(_ descriptor: Descriptor, to size: Int) throws(SystemCallError) {
    try check("ftruncate") { ftruncate(descriptor, off_t(size)) }
  }

  package func allocate(_ descriptor: Descriptor, size: Int) throws(SystemCallError) {
    #if os(Linux)
      // Unlike other calls, this one returns the error number.
      let code = posix_fallocate(descriptor, 0, off_t(size))
      guard code == 0 else { throw SystemCallError(call: "posix_fallocate", code: code) }
    #endif
  }

  package func startWriting(_ descriptor: Descriptor) { csystem_start_writing(descriptor) }

  package func synchronize(_ descriptor: Descriptor) throws(SystemCallError) {
    // Don't repeat the call: after a failure, the system might have dropped the data and marked it as written.
    guard fsync(descriptor) == 0 else { throw .last("fsync") }
  }

  package func synchronize(_ descriptors: [Descriptor]) -> [SystemCallError?] {
    // Concurrent calls share one transaction of the file system's journal and one flush of the disk.
    let errors = Shared([SystemCallError?](repeating: nil, count: descriptors.count))
    let group = DispatchGroup()
    for position in descriptors.indices {
      group.enter()
      let work: @Sendable () -> Void = {
        do throws(SystemCallError) {
          try synchronize(descriptors[position])
        } catch {
          errors.withLock { $0[position] = error }
        }
        group.leave()
      }
      // The calling thread does the last one, and all for which no thread can be started.
      let isLast = position == descriptors.count - 1
      do throws(SystemCallError) { if isLast { work() } else { try SystemThread.start(work) } } catch {
        work()
      }
    }
    group.wait()
    return errors.value
  }

  package func setOwner(_ descriptor: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemCallError) {
    // -1 leaves an ID unchanged.
    try check("fchown") { fchown(descriptor, owner ?? .max, group ?? .max) }
  }

  package func setMode(_ descriptor: Descriptor, mode: UInt32) throws(SystemCallError) {
    try check("fchmod") { fchmod(descriptor, mode_t(mode)) }
  }

  package func lock(_ descriptor: Descriptor) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      try check("flock") { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  package func lockHolder(of descriptor: Descriptor) -> LockHolder? { LockHolder(of: descriptor) }

  package func isOpenForWriting(_ descriptor: Descriptor) -> Bool? {
    switch csystem_is_open_for_writing(descriptor) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  package func randomNumber() -> UInt64 { .random(in: .min ... .max) }

  package func pause(milliseconds: Int) {
    usleep(UInt32(milliseconds) * 1_000)
  }
}

extension FileStatus {
  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    mode = UInt32(status.st_mode & 0o7777)
    owner = status.st_uid
    group = status.st_gid
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    linkCount = Int(status.st_nlink)
    size = Int(status.st_size)
    (modified, changed) = withUnsafePointer(to: status) { (csystem_modified($0), csystem_changed($0)) }
  }
}

// Calls on paths for files that no other user can replace. Symbolic links are followed, except where noted.
extension POSIXFileSystem {
  /// Returns the status of the file that a path leads to.
  package func resolvedStatus(atPath path: String) throws(SystemCallError) -> FileStatus {
    var status = stat()
    try check("stat", on: path) { stat(path, &status) }
    return FileStatus(status)
  }

  /// Whether a path leads to a regular file. Also `false` if that can't be determined, such as in a folder that this user may not search.
  package func isFile(atPath path: String) -> Bool {
    (try? resolvedStatus(atPath: path).kind) == .file
  }

  /// Returns the status of a path that needn't be UTF-8; a symbolic link at its end isn't followed.
  ///
  /// A watch follows the links on the way to a file (`PathTrail`), and their targets can be any bytes.
  package func status(atPath path: [UInt8]) throws(SystemCallError) -> FileStatus? {
    try existing { () throws(SystemCallError) in
      var status = stat()
      try check("lstat", on: text(path)) { lstat(cString(path), &status) }
      return FileStatus(status)
    }
  }

  /// Returns the target of a symbolic link, byte for byte.
  package func readLink(atPath path: [UInt8]) throws(SystemCallError) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = try check("readlink", on: text(path)) { readlink(cString(path), &buffer, buffer.count) }
    return buffer[..<length].map { UInt8(bitPattern: $0) }
  }

  /// Opens a regular file for reading, and returns its status, as ``FileSystem/openFile(_:in:)`` does for a name in a folder. Files are
  /// opened for reading in no other way.
  ///
  /// - Parameter mayBeStream: Whether the user has named the path on the command line, where it may lead to a device or to a FIFO, as
  ///   `<(command)` of a shell does. The call waits for the other end of it.
  package func openFile(
    atPath path: String, mayBeStream: Bool = false
  ) throws(SystemCallError) -> (file: OpenFile, status: FileStatus) {
    let flags = O_RDONLY | O_NOCTTY | O_CLOEXEC | (mayBeStream ? 0 : O_NONBLOCK)
    let file = OpenFile(try check("open", on: path) { systemOpen(path, flags: flags) }, in: self)
    let status = try status(of: file.descriptor)
    guard status.kind == .file || mayBeStream && status.kind == .other else { throw .wrongKind("open") }
    return (file, status)
  }

  /// Reads a file that ``openFile(atPath:mayBeStream:)`` opens, of at most `limit` bytes.
  package func readFile(
    atPath path: String, mayBeStream: Bool = false, atMost limit: Int
  ) throws(SystemCallError) -> [UInt8] {
    let (file, status) = try openFile(atPath: path, mayBeStream: mayBeStream)
    return try readAll(file.descriptor, expecting: status.size, atMost: limit)
  }

  /// Reads a file of the system, such as a list in `/proc`; returns `nil` if it can't be read, or has more than 16 MiB.
  package func systemText(_ path: String) -> String? {
    (try? readFile(atPath: path, atMost: 16 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads up to a number of bytes from the end of a file: `3` of `0123456789` → `789`. A failed command's output is shown this way, of
  /// which the last lines say most.
  package func readEnd(ofFileAtPath path: String, atMost count: Int) throws(SystemCallError) -> [UInt8] {
    let (file, status) = try openFile(atPath: path)
    try check("lseek", on: path) { lseek(file.descriptor, off_t(max(0, status.size - count)), SEEK_SET) }
    return try read(file.descriptor, upTo: count)
  }

  /// Whether a path leads to an existing file. Also `false` if this process may not search a folder on the path.
  package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package func remove(atPath path: String) throws(SystemCallError) {
    try check("unlink", on: path) { unlink(path) }
  }

  /// Returns the names in a folder, in no particular order. Bytes that aren't UTF-8 are replaced.
  package func names(inFolder path: String) throws(SystemCallError) -> [String] {
    let folder = OpenFile(try openFolder(atPath: path), in: self)
    return try nameBytes(in: folder.descriptor).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the names in a folder, in no particular order, byte for byte.
  ///
  /// - Parameter limit: The number of names after which the rest is left out.
  func nameBytes(in folder: Descriptor, atMost limit: Int = .max) throws(SystemCallError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    guard limit > 0 else { return names }
    try forEachName(in: folder) { name in
      names.append(Array(name))
      return names.count < limit
    }
    return names
  }

  /// Calls the body with each name in a folder, in no particular order, until it returns `false`.
  ///
  /// `.` and `..` are left out. A name lives only during the call of the body.
  func forEachName(
    in folder: Descriptor, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemCallError) {
    // Use a new descriptor, because reading moves the position that copies of a descriptor share.
    let copy = try check("openat", on: ".") { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(copy) else {
      let error = SystemCallError.last("fdopendir")
      _ = systemClose(copy)
      throw error
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let isMore = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
        let isOther = name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
        return isOther || body(name)
      }
      guard isMore else { return }
    }
  }

  // MARK: Folders and locks

  /// Removes an empty folder; throws an error for one that isn't empty.
  package func removeFolder(_ name: String, in folder: Descriptor) throws(SystemCallError) {
    try check("unlinkat", on: name) { unlinkat(folder, name, AT_REMOVEDIR) }
  }

  /// Unlocks a file.
  ///
  /// Closing the descriptor isn't enough: a child process has a copy of it between `fork` and `exec`, and the lock lasts until the
  /// last copy is closed.
  package func unlock(_ descriptor: Descriptor) {
    flock(descriptor, LOCK_UN)
  }

  private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  private func cString(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
}

extension POSIXFileSystem {
  /// Copies the attributes that this user is allowed to set.
  ///
  /// An access control list determines who can read the file, so a failure to copy one is an error. The kernel or
  /// a security module sets most other attributes, so one that this user isn't allowed to set is left out.
  package func copyAttributes(from source: Descriptor, to descriptor: Descriptor) throws(SystemCallError) {
    #if os(Linux)
      let size = flistxattr(source, nil, 0)
      guard size > 0 else { return }
      var list = [CChar](repeating: 0, count: size)
      let length = flistxattr(source, &list, size)
      guard length > 0 else { return }
      for name in list[..<length].split(separator: 0) {
        let name = Array(name) + [0]
        let valueSize = fgetxattr(source, name, nil, 0)
        guard valueSize >= 0 else { continue }
        var value = [UInt8](repeating: 0, count: valueSize)
        let valueLength = fgetxattr(source, name, &value, valueSize)
        guard valueLength >= 0 else { continue }
        guard fsetxattr(descriptor, name, value, valueLength, 0) != 0 else { continue }
        let isAccessList = name == Array("system.posix_acl_access".utf8CString)
        let isTolerable = [EPERM, EACCES, ENOTSUP].contains(errno) && !isAccessList
        guard isTolerable else { throw SystemCallError.last("fsetxattr") }
      }
    #endif
  }

  /// Removes the lists even where the file system has none: that they are missing, or not supported, is no error.
  package func removeAccessLists(_ descriptor: Descriptor) throws(SystemCallError) {
    try check("fremovexattr") { csystem_remove_access_lists(descriptor) }
  }
}
