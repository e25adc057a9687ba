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
package protocol FileSystem: Sendable {
  typealias Descriptor = Int32

  /// The effective user of the process.
  var user: UInt32 { get }

  // MARK: Paths

  /// Opens a folder; symbolic links are followed.
  func openFolder(atPath path: String) throws(SystemError) -> Descriptor
  /// Returns the status of a path; `nil` if there is no such file. A symbolic link at the end of the path isn't followed.
  func status(atPath path: String) throws(SystemError) -> FileStatus?
  /// Returns the target of a symbolic link. Throws `EILSEQ` if it isn't valid UTF-8.
  func readLink(atPath path: String) throws(SystemError) -> String
  /// Checks that the process may create, replace and remove files in a folder, by the folder's mode and the mount.
  func checkIsWritable(folderAtPath path: String) throws(SystemError)
  /// Creates a folder with mode 0700.
  func makeFolder(atPath path: String) throws(SystemError)
  /// Returns the absolute path of a folder without symbolic links; the given path if the system can't resolve it.
  func canonicalPath(_ folder: String) -> String

  // MARK: Names in a folder

  func openFolder(_ name: String, in folder: Descriptor) throws(SystemError) -> Descriptor
  /// Opens a file for reading, without waiting for the other end of a FIFO.
  func open(_ name: String, in folder: Descriptor) throws(SystemError) -> Descriptor
  /// Creates a file for writing that only its owner can use; fails if the name is taken.
  func create(_ name: String, in folder: Descriptor) throws(SystemError) -> Descriptor
  /// Creates a folder with mode 0700.
  ///
  /// - Parameter owner: The owner and group of the folder, if root creates it for another user.
  func makeFolder(_ name: String, in folder: Descriptor, for owner: FileStatus?) throws(SystemError)
  /// Returns the status of a name; `nil` if there is no such file.
  func status(_ name: String, in folder: Descriptor) throws(SystemError) -> FileStatus?
  func setMode(_ name: String, in folder: Descriptor, mode: UInt32) throws(SystemError)
  /// Renames a file, replacing a file with the new name.
  func rename(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemError)
  /// Renames a file; fails if the new name is taken.
  func move(
    _ name: String, in folder: Descriptor, to newName: String, in newFolder: Descriptor
  ) throws(SystemError)
  /// Exchanges two names in one step.
  func exchange(
    _ name: String, in folder: Descriptor, with otherName: String, in otherFolder: Descriptor
  ) throws(SystemError)
  func remove(_ name: String, in folder: Descriptor) throws(SystemError)
  /// Removes a file whose space isn't needed at once: the space may become free later.
  func discard(_ name: String, in folder: Descriptor) throws(SystemError)
  /// Returns the names in a folder, in no particular order. Names that aren't valid UTF-8 are left out.
  func names(in folder: Descriptor) throws(SystemError) -> [String]

  // MARK: Open files

  func close(_ descriptor: Descriptor) throws(SystemError)
  func status(of descriptor: Descriptor) throws(SystemError) -> FileStatus
  /// Reads the next bytes; returns an empty array at the end.
  func read(_ descriptor: Descriptor, upTo count: Int) throws(SystemError) -> [UInt8]
  /// Writes as many bytes as the system accepts, and returns their number.
  func write(_ descriptor: Descriptor, in bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  /// Allocates disk space for a file.
  func allocate(_ descriptor: Descriptor, size: Int) throws(SystemError)
  /// Starts to write the content of a file to the disk, and doesn't wait. It guarantees nothing, but a later `synchronize` takes less
  /// time.
  func startWriting(_ descriptor: Descriptor)
  /// Waits until the content of a file, or the names in a folder, survive a crash.
  func synchronize(_ descriptor: Descriptor) throws(SystemError)
  /// Waits until the contents of several files and the names in several folders survive a crash. Synchronizes all at the same time,
  /// and returns the error of each; `nil` for success.
  func synchronize(_ descriptors: [Descriptor]) -> [SystemError?]
  /// Changes the owner, the group, or both.
  func setOwner(_ descriptor: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemError)
  func setMode(_ descriptor: Descriptor, mode: UInt32) throws(SystemError)
  /// Copies the extended attributes of a file to another, including access control lists.
  func copyAttributes(from source: Descriptor, to descriptor: Descriptor) throws(SystemError)
  /// Removes the access control lists that a new file or folder inherited from its folder.
  func removeAccessLists(_ descriptor: Descriptor) throws(SystemError)
  /// Locks a file until it is closed; returns `false` if another process has locked it.
  func lock(_ descriptor: Descriptor) throws(SystemError) -> Bool
  /// The process that has locked a file; `nil` if none has, or if the system can't determine it.
  func lockHolder(of descriptor: Descriptor) -> LockHolder?
  /// Whether another program has the file open for writing; `nil` if the system can't determine it.
  func isOpenForWriting(_ descriptor: Descriptor) -> Bool?

  /// Waits until the space of all files that this process has discarded is free.
  func waitForDiscardedFiles()
  /// Returns a random number, for a name that no other process uses.
  func randomNumber() -> UInt64
  /// Waits before the next attempt.
  func pause(milliseconds: Int)
}

extension FileSystem {
  /// Removes the file, and frees its space at once.
  package func discard(_ name: String, in folder: Descriptor) throws(SystemError) {
    try remove(name, in: folder)
  }

  /// The process isn't known.
  package func lockHolder(of descriptor: Descriptor) -> LockHolder? { nil }

  /// There is nothing to wait for.
  package func waitForDiscardedFiles() {}
}

/// A file's path, split into a folder and a name.
package struct FileLocation: Hashable, Sendable {
  /// The folder; never empty.
  package let folder: String
  /// The file's name in the folder.
  package let name: String

  /// The path of the file itself.
  package var path: String { path(of: name) }

  /// Creates a location by splitting a path at its last slash.
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

  /// Returns the path of a file beside this file.
  package func path(of sibling: String) -> String {
    switch folder {
    case ".": sibling
    case "/": "/" + sibling
    default: folder + "/" + sibling
    }
  }
}

/// The status of a file.
package struct FileStatus: Hashable, Sendable {
  /// The type of a file.
  package enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  /// The identity of a file on this machine, independent of its name.
  package struct Identity: Hashable, Sendable {
    var device: UInt64 = 0
    var inode: UInt64 = 0
  }

  package var kind: Kind
  /// The permission bits.
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32
  package var identity = Identity()
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

/// Names in a folder, for the completion of a path.
package struct FolderListing: Hashable, Sendable {
  /// The names, sorted.
  package let names: [String]
  /// Those of the first ``mostFolders`` names that are folders, or symbolic links to folders.
  package let folders: Set<String>
  /// Whether the folder can have more names than were read.
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
  ) throws(SystemError) {
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
  package func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try write(file, in: rest))
    }
  }

  /// Reads a file to the end, or until a chunk satisfies a condition.
  ///
  /// - Parameters:
  ///   - size: The expected number of bytes.
  ///   - limit: The largest number of bytes to accept. For a larger file, throws an error that ``SystemError/isTooLarge``.
  package func readAll(
    _ file: Descriptor, expecting size: Int = 0, atMost limit: Int = .max,
    until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      // The first chunk is the whole file, unless the file has grown. Later chunks are small enough for the allocator to reuse the
      // same memory.
      let isFirst = bytes.isEmpty && size > 0
      let most = isFirst ? min(size + 1, 1 << 28) : 1 << 16
      let chunk = try read(file, upTo: most)
      if isFirst { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limit else { throw .tooLarge }
      // The first read asks for one byte more than expected. If it returns exactly the expected number, the file has ended, and a
      // second read to find the end isn't necessary.
      let isWhole = isFirst && chunk.count == size && size < most
      if chunk.isEmpty || isWhole || isEnough(chunk) { return bytes }
    }
  }

  /// Reads a file that has some content as far as is known; returns that content if the file has it.
  ///
  /// The chunks are small enough to stay in the processor's cache for the comparison, and for the allocator to reuse the same memory.
  package func readAll(
    _ file: Descriptor, expecting content: [UInt8], size: Int
  ) throws(SystemError) -> [UInt8] {
    var position = 0
    while true {
      let chunk = try read(file, upTo: 1 << 16)
      if chunk.isEmpty { return position == content.count ? content : Array(content[..<position]) }
      guard content.hasSameBytes(as: chunk, at: position) else {
        return Array(content[..<position]) + chunk + (try readAll(file))
      }
      position += chunk.count
      if position == content.count, position == size { return content }
    }
  }

  /// Reads a file; a symbolic link of that name isn't followed.
  package func readFile(_ location: FileLocation, atMost limit: Int = .max) throws(SystemError) -> [UInt8] {
    let folder = OpenFile(try openFolder(atPath: location.folder), in: self)
    let file = OpenFile(try open(location.name, in: folder.descriptor), in: self)
    return try readAll(file.descriptor, atMost: limit)
  }

  /// Synchronizes the names in a folder; returns `false` if they can be lost in a crash.
  package func synchronizeFolder(_ path: String) -> Bool {
    do throws(SystemError) {
      let folder = try openFolder(atPath: path)
      defer { try? close(folder) }
      try synchronize(folder)
      return true
    } catch {
      return false
    }
  }

  /// Creates a folder and the missing folders above it; returns `false` if their names can be lost in a crash.
  package func makeFolders(_ folder: String) throws(SystemError) -> Bool {
    guard try status(atPath: folder) == nil else { return true }
    let parent = FileLocation(folder)
    let isParentDurable = parent.name.isEmpty ? true : try makeFolders(parent.folder)
    do throws(SystemError) {
      try makeFolder(atPath: folder)
    } catch {
      // Another process might have created it in the meantime.
      guard error.isTaken else { throw error }
    }
    return synchronizeFolder(parent.folder) && isParentDurable
  }
}
