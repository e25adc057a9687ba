#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Names in a folder, for the completion of a path.
package struct FolderListing: Hashable, Sendable {
  /// The names, sorted.
  package let names: [String]
  /// Those of the first ``mostFolders`` names that are folders, or symbolic links to folders.
  package let folders: Set<String>
  /// Whether the folder may have more names than were read.
  package let isCut: Bool

  /// The number of names of a folder that are read, so that even a huge folder is listed in a short time.
  package static let mostNames = 200_000
  /// The number of names whose types are looked up, because each lookup can take a while on a network file system.
  package static let mostFolders = 200

  /// Creates a listing.
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
