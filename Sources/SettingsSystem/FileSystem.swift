#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls that storing a file requires.
///
/// Each method is one call. A simulation can fail or stop at any of them. Names are relative to an open folder. A name that is a symbolic
/// link is never followed, because the folder may belong to another user, who can replace a name at any moment.
///
/// A caller opens the folder once and then works in it, so all its steps concern the same folder even if somebody renames it:
///
///     let folder = try files.openFolder(atPath: "/etc/poller")
///     let file = try files.create(".settings.new", in: folder)      // fails if the name is taken
///     try files.writeAll(bytes, to: file)
///     try files.synchronize(file)                                   // the content survives a crash
///     try files.rename(".settings.new", in: folder, to: "settings.json", in: folder)
///     try files.synchronize(folder)                                 // the name survives a crash
///
/// `FileCommit` and `FileLog` in the module `Settings` are the main users. Their tests run every commit once for each call in it, and let
/// that call fail or the machine stop there. A new method here therefore needs a twin in the simulation.
package protocol FileSystem: Sendable {
  typealias Descriptor = Int32

  /// The effective user of the process.
  var user: UInt32 { get }
  /// The folder for the state of the user's programs; `nil` if there is none.
  var stateFolder: String? { get }

  // MARK: Paths

  /// Opens a folder; symbolic links are followed.
  func openFolder(atPath path: String) throws(SystemCallError) -> Descriptor
  /// Returns the status of a path; `nil` if there is no such file. A symbolic link at the end of the path isn't followed.
  func status(atPath path: String) throws(SystemCallError) -> FileStatus?
  /// Returns the target of a symbolic link. Throws `EILSEQ` if it isn't valid UTF-8.
  func readLink(atPath path: String) throws(SystemCallError) -> String
  /// Returns the identity of the work tree of a version control system whose root a folder is; `nil` if it is none. The root has a name that
  /// only that system makes, such as `.git`.
  ///
  /// The identity is the folder's number with the time of its creation: the system gives the number of a removed folder to a new one.
  func workTree(atPath path: String) -> String?
  /// Returns the absolute path of a folder without symbolic links; the given path if the system can't resolve it.
  ///
  /// Two paths that lead to the same folder have the same canonical path: with `/srv` as a link to `/data`, `/srv/app` becomes `/data/app`.
  /// Lists of known files compare such paths.
  func canonicalPath(_ folder: String) -> String

  // MARK: Names in a folder

  func openFolder(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor
  /// Opens a file for reading, without waiting for the other end of a FIFO. Call ``openFile(_:in:)``, which checks the kind of the file.
  func open(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor
  /// Opens a file for writing at its beginning, and keeps its content. Fails if another process has a lease on it.
  ///
  /// As soon as it is closed, programs that watch the file or its folder hear that it was written, even if no byte was.
  func openForWriting(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor
  /// Creates a file for writing, with a mode that the umask restricts; fails if the name is taken.
  ///
  /// A name that somebody else has prepared, as a link or as a file with other permissions, is never written through.
  func create(_ name: String, in folder: Descriptor, mode: UInt32) throws(SystemCallError) -> Descriptor
  /// Creates a folder, with a mode that the umask restricts.
  ///
  /// If the name exists, throws an error for which ``SystemCallError/isTaken`` is `true`. Expect that where two processes can create the
  /// same folder at once.
  ///
  /// - Parameter owner: The owner and group of the folder, if root creates it for another user.
  func makeFolder(
    _ name: String, in folder: Descriptor, for owner: FileStatus?, mode: UInt32
  ) throws(SystemCallError)
  /// Checks that the process may write to a file, or, without a name, create, replace and remove files in the folder, by their modes and
  /// the mount.
  ///
  /// The access of the effective user counts. Even if the check passes, the mount can become read-only before the commit. The check lets an
  /// editor say before the first change that nothing can be saved.
  func checkIsWritable(_ name: String?, in folder: Descriptor) throws(SystemCallError)
  /// Returns the status of a name; `nil` if there is no such file.
  func status(_ name: String, in folder: Descriptor) throws(SystemCallError) -> FileStatus?
  func setMode(_ name: String, in folder: Descriptor, mode: UInt32) throws(SystemCallError)
  /// Renames a file, replacing a file with the new name. A replaced file is gone, so the caller must know that its content isn't needed: a
  /// commit exchanges names instead where the file system can, and looks at what it has displaced.
  func rename(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemCallError)
  /// Renames a file; fails if the new name is taken.
  ///
  /// A commit that creates the settings file uses it: if another program has created the file in the meantime, that file stays, and the
  /// commit is a conflict.
  func move(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemCallError)
  /// Exchanges two names in one step.
  ///
  /// With it, a commit loses no save that another program makes at the last moment: the displaced file still exists under the other name
  /// and can be compared. On a file system that can't exchange names, throws an error for which ``SystemCallError/isUnsupported`` is
  /// `true`.
  func exchange(
    _ name: String, in folder: Descriptor, with otherName: String, in otherFolder: Descriptor
  ) throws(SystemCallError)
  func remove(_ name: String, in folder: Descriptor) throws(SystemCallError)
  /// Returns the names in a folder, in no particular order. Names that aren't valid UTF-8 are left out.
  func names(in folder: Descriptor) throws(SystemCallError) -> [String]

  // MARK: Open files

  func close(_ descriptor: Descriptor) throws(SystemCallError)
  func status(of descriptor: Descriptor) throws(SystemCallError) -> FileStatus
  /// Reads the next bytes; returns an empty array at the end. Fewer bytes than asked for don't mean the end.
  func read(_ descriptor: Descriptor, upTo count: Int) throws(SystemCallError) -> [UInt8]
  /// Writes as many bytes as the system accepts, and returns their number.
  func write(_ descriptor: Descriptor, in bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int
  /// Cuts a file to a size, or extends it with zeros.
  func truncate(_ descriptor: Descriptor, to size: Int) throws(SystemCallError)
  /// Extends a file with zeros to `size` bytes and reserves their disk space, so a later write in this range can't fail for lack of space.
  /// Does nothing on systems other than Linux.
  func allocate(_ descriptor: Descriptor, size: Int) throws(SystemCallError)
  /// Starts to write the content of a file to the disk, and doesn't wait. It guarantees nothing, but a later `synchronize` takes less
  /// time.
  func startWriting(_ descriptor: Descriptor)
  /// Waits until the content of a file, or the names in a folder, survive a crash.
  ///
  /// After an error, the content counts as lost: the kernel may have dropped the pages and reports success next time. The caller must not
  /// call again and believe it, but has to write the file again.
  func synchronize(_ descriptor: Descriptor) throws(SystemCallError)
  /// Waits until the contents of several files and the names in several folders survive a crash. Synchronizes all at the same time,
  /// and returns the error of each; `nil` for success.
  func synchronize(_ descriptors: [Descriptor]) -> [SystemCallError?]
  /// Changes the owner, the group, or both.
  func setOwner(_ descriptor: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemCallError)
  func setMode(_ descriptor: Descriptor, mode: UInt32) throws(SystemCallError)
  /// Copies the extended attributes of a file to another, including access control lists. With them, a file that is replaced stays readable
  /// to the same users.
  func copyAttributes(from source: Descriptor, to descriptor: Descriptor) throws(SystemCallError)
  /// Removes the access control lists that a new file or folder inherited from its folder.
  ///
  /// A default list of the folder can give other users access to every file in it, which mode 0600 alone doesn't prevent.
  func removeAccessLists(_ descriptor: Descriptor) throws(SystemCallError)
  /// Locks a file until it is closed; returns `false` if another process has locked it.
  ///
  /// It never waits. A caller that wants to wait tries again after a `pause`, up to a limit of its own: a stopped process must not hold up
  /// others without an end.
  func lock(_ descriptor: Descriptor) throws(SystemCallError) -> Bool
  /// The process that has locked a file; `nil` if none has, or if the system can't determine it.
  func lockHolder(of descriptor: Descriptor) -> LockHolder?
  /// Whether another program has the file open for writing; `nil` if the system can't determine it.
  ///
  /// A commit asks it of the file that it has displaced: a program that has it open could still write to it, and that content would be
  /// lost.
  func isOpenForWriting(_ descriptor: Descriptor) -> Bool?

  /// Returns a random number, for a name that no other process uses.
  func randomNumber() -> UInt64
  /// Waits before the next attempt.
  func pause(milliseconds: Int)
}

extension FileSystem {
  package func lockHolder(of descriptor: Descriptor) -> LockHolder? { nil }

  /// Creates a file that only its owner can use.
  package func create(_ name: String, in folder: Descriptor) throws(SystemCallError) -> Descriptor {
    try create(name, in: folder, mode: 0o600)
  }
}

/// A file's path, split into a folder and a name, because the calls of ``FileSystem`` take an open folder and a name.
///
/// `/etc/poller/settings.json` → `/etc/poller` and `settings.json`; `settings.json` → `.` and `settings.json`; `/a` → `/` and `a`. Nothing
/// is resolved: `.` and `..` in the path stay, and links aren't followed.
package struct FileLocation: Hashable, Sendable {
  /// The folder; never empty.
  package let folder: String
  package let name: String

  /// The path of the file itself.
  package var path: String { path(of: name) }

  /// Splits a path at its last slash. A path that ends in a slash has an empty name, which every call of ``FileSystem`` rejects.
  package init(_ path: String) {
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.index(after: slash)...])
    } else {
      folder = "."
      name = path
    }
  }

  package init(in folder: String, _ name: String) {
    self.folder = folder
    self.name = name
  }

  /// Returns the path of a file beside this file, as short as the given path was: beside `settings.json`, `a` is `a` and not `./a`.
  package func path(of sibling: String) -> String {
    switch folder {
    case ".": sibling
    case "/": "/" + sibling
    default: folder + "/" + sibling
    }
  }
}

/// The status of a file.
///
/// Two readings of an unchanged file are equal, so a store that finds the status of its last reading doesn't read the file again: `changed`
/// moves with each write, even if a program sets `modified` back. A write within one tick of a coarse clock can be missed. A commit notices
/// it all the same, because it compares the content that it displaces.
package struct FileStatus: Hashable, Sendable {
  /// The type of a file; `other` is a FIFO, a socket or a device, which settings are neither read from nor replaced by.
  package enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  /// The identity of a file on this machine, independent of its name. The system gives the number of a removed file to a new one, so it
  /// proves nothing about a file that can have been removed in the meantime.
  package struct Identity: Hashable, Sendable {
    var device: UInt64 = 0
    package internal(set) var inode: UInt64 = 0
  }

  package var kind: Kind
  /// The permission bits.
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32
  package var identity = Identity()
  /// The number of names that the file has. A file that is replaced under one of several names stays as it is under the others.
  package var linkCount = 1
  /// The size in bytes.
  package var size = 0
  /// The time of the last change of the content, in nanoseconds since 1970.
  package var modified: Int64 = 0
  /// The time of the last change of the content or the status, in nanoseconds since 1970.
  package var changed: Int64 = 0
}

/// An open file or folder that is closed when its last reference is released.
///
/// Functions take an open file instead of its descriptor, because the file must stay open while they run.
package final class OpenFile: Sendable {
  package let descriptor: FileSystem.Descriptor
  private let fileSystem: any FileSystem

  package init(_ descriptor: FileSystem.Descriptor, in fileSystem: any FileSystem) {
    self.descriptor = descriptor
    self.fileSystem = fileSystem
  }

  deinit {
    // `close` can report an error of an earlier write. Code that writes a file has already synchronized it, or closed a descriptor
    // of it and checked the result, so this error can be ignored.
    try? fileSystem.close(descriptor)
  }
}

/// Names in a folder, for the completion of a path and for folders of layers.
///
/// It is bounded on purpose: `/proc` or a mail folder can have more names than anybody reads, and a network file system can take
/// milliseconds for each status. A folder with the file `a`, the folder `sub` and a broken link `x` has the names `a`, `sub`, `x`, and the
/// folders `sub`.
package struct FolderListing: Hashable, Sendable {
  /// The names, sorted.
  package let names: [String]
  /// The folders, and the symbolic links to folders, among the first ``mostFolders`` names.
  package let folders: Set<String>
  /// Whether the folder can have more names than were read. The names are then whichever the system returned first, so a name that is
  /// missing here may exist.
  package let isCut: Bool

  /// The number of names of a folder that are read, so that even a huge folder is listed in a short time.
  package static let mostNames = 200_000
  /// The number of names whose types are looked up, because each lookup can take a while on a network file system.
  package static let mostFolders = 200

  package init(names: [String], folders: Set<String>, isCut: Bool = false) {
    self.names = names
    self.folders = folders
    self.isCut = isCut
  }

  /// Reads the names in a folder that a condition accepts; names that aren't UTF-8 are left out.
  ///
  /// Cost: linear in the number of names, of which at most `limit` are read.
  package init(
    ofFolder path: String, atMost limit: Int = mostNames, where accepts: (String) -> Bool
  ) throws(SystemCallError) {
    let system = POSIXFileSystem()
    let folder = OpenFile(try system.openFolder(atPath: path), in: system)
    let all = try system.nameBytes(in: folder.descriptor, atMost: limit)
    names = all.compactMap { bytes in
      String(validating: bytes, as: UTF8.self).flatMap { accepts($0) ? $0 : nil }
    }.sorted()
    folders = Set(
      names.prefix(Self.mostFolders).filter { name in
        var status = stat()
        return fstatat(folder.descriptor, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
      })
    isCut = all.count >= limit
  }
}

extension FileSystem {
  /// Writes all bytes, in several calls if the system accepts only a part of them.
  ///
  /// If it throws, a part of the bytes is written. The caller removes the file, which doesn't have its final name yet.
  package func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try write(file, in: rest))
    }
  }

  /// Opens a regular file for reading, and returns its status; a symbolic link of that name isn't followed. Anything else, such as a FIFO
  /// or a device, is refused without waiting, with an error for which ``SystemCallError/isWrongKind`` is `true`.
  ///
  /// The kind of the open file is checked, not of the name: somebody could exchange the file between a check of the name and the call.
  package func openFile(_ name: String, in folder: Descriptor) throws(SystemCallError) -> (
    file: OpenFile, status: FileStatus
  ) {
    let file = OpenFile(try open(name, in: folder), in: self)
    let status = try status(of: file.descriptor)
    guard status.kind == .file else { throw .wrongKind("openat") }
    return (file, status)
  }

  /// Reads a file to the end, or until a chunk satisfies a condition.
  ///
  /// - Parameters:
  ///   - size: The expected number of bytes. If it is above the limit, nothing is read.
  ///   - limit: The largest number of bytes to accept, of which at most one more is read. For a larger file, throws an error for which
  ///     ``SystemCallError/isTooLarge`` is `true`.
  package func readAll(
    _ file: Descriptor, expecting size: Int = 0, atMost limit: Int,
    until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemCallError) -> [UInt8] {
    guard size <= limit else { throw .tooLarge }
    var bytes: [UInt8] = []
    while true {
      // The first chunk is the whole file, unless the file has grown. Later chunks are small enough for the allocator to reuse the
      // same memory.
      let isFirst = bytes.isEmpty && size > 0
      let chunk = try read(file, upTo: isFirst ? size + 1 : min((1 << 16) - 1, limit - bytes.count) + 1)
      guard chunk.count <= limit - bytes.count else { throw .tooLarge }
      // An array that grows takes up to three times its memory. What isn't used of this isn't taken from the system.
      if bytes.count > 1 << 20, bytes.capacity < limit { bytes.reserveCapacity(limit) }
      if isFirst { bytes = chunk } else { bytes += chunk }
      // The first read asks for one byte more than expected. If it returns exactly the expected number, the file has ended, and a
      // second read to find the end isn't necessary.
      if chunk.isEmpty || isFirst && chunk.count == size || isEnough(chunk) { return bytes }
    }
  }

  /// Reads a file that has some content as far as is known; returns that content if the file has it.
  ///
  /// The chunks are small enough to stay in the processor's cache for the comparison, and for the allocator to reuse the same memory.
  package func readAll(
    _ file: Descriptor, expecting content: [UInt8], size: Int, atMost limit: Int
  ) throws(SystemCallError) -> [UInt8] {
    var position = 0
    while true {
      let chunk = try read(file, upTo: 1 << 16)
      if chunk.isEmpty { return position == content.count ? content : Array(content[..<position]) }
      guard content.hasSameBytes(as: chunk, at: position) else {
        let rest = try readAll(file, atMost: max(0, limit - position - chunk.count))
        return Array(content[..<position]) + chunk + rest
      }
      position += chunk.count
      if position == content.count, position == size { return content }
    }
  }

  /// Synchronizes the names in a folder; returns `false` if they can be lost in a crash.
  ///
  /// The names exist all the same, so the caller goes on and reports that its result isn't durable.
  package func isSynchronized(_ folder: Descriptor) -> Bool {
    do throws(SystemCallError) {
      try synchronize(folder)
      return true
    } catch {
      return false
    }
  }

  /// Creates a folder and the missing folders above it, and opens it; also returns `false` if their names can be lost in a crash.
  ///
  /// With `/home/ann` present, `/home/ann/.config/poller` creates `.config` and `poller`, and synchronizes `/home/ann` and `.config`.
  /// Folders that already exist keep their modes. If root creates a folder in the folder of another user, it belongs to that user.
  ///
  /// - Parameter mode: The permission bits of new folders, which the umask restricts. The owner can always use them.
  package func makeFolders(
    _ path: String, mode: UInt32 = 0o700
  ) throws(SystemCallError) -> (folder: OpenFile, isDurable: Bool) {
    do throws(SystemCallError) {
      return (OpenFile(try openFolder(atPath: path), in: self), true)
    } catch {
      guard error.isAbsence else { throw error }
    }
    let location = FileLocation(path)
    // The folder above the current one isn't known, and a path can end in a slash.
    guard location.folder != path else { throw .absent("open") }
    guard !location.name.isEmpty else { return try makeFolders(location.folder, mode: mode) }
    let parent = try makeFolders(location.folder, mode: mode)
    let descriptor = parent.folder.descriptor
    do throws(SystemCallError) {
      try makeFolder(location.name, in: descriptor, for: try status(of: descriptor), mode: mode)
      if let made = try status(location.name, in: descriptor), made.mode & 0o700 != 0o700 {
        try setMode(location.name, in: descriptor, mode: made.mode | 0o700)
      }
    } catch {
      // Another process might have created it in the meantime.
      guard error.isTaken else { throw error }
    }
    let isDurable = isSynchronized(descriptor) && parent.isDurable
    return (OpenFile(try openFolder(atPath: path), in: self), isDurable)
  }
}
