import SettingsSystem

/// Where the history of a settings file is.
///
/// | the settings file | its history |
/// |---|---|
/// | has one beside it, which this user can use | is that one |
/// | is in a work tree of a version control system | is in the user's state: commits and packers would take a folder beside the file along |
/// | is in a folder that the user can't write, or its name is too long for another one | is in the user's state |
/// | belongs to another user, and this user may write it | is in the user's state, because neither trusts files of the other |
/// | any other | is beside it |
///
/// In the user's state, `$XDG_STATE_HOME`, it is the folder `settings/history/KEY`. The key is made of the file's real path and of the identity of the work
/// tree, so that a work tree that is moved to the path of another one has a history of its own.
struct HistoryPlace: Sendable {
  /// The folder of the settings file.
  let folder: OpenFile
  /// The status of the settings file; `nil` if it doesn't exist.
  let file: FileStatus?
  /// The path of the folder in the user's state that the history's folder is in; `nil` for the folder of the settings file.
  private let stateFolder: String?
  let name: String
  /// The path of the history's folder, for messages.
  let path: String
  /// The real path of the settings file, which a history that isn't beside it notes.
  private let realPath: String

  var isBeside: Bool { stateFolder == nil }

  /// A file in the history's folder for people and other programs: Git ignores a folder beside the settings file; in the user's state, the
  /// note says whose history it is.
  var note: (name: String, bytes: [UInt8]) {
    isBeside ? (".gitignore", Array("*\n".utf8)) : ("path", Array((realPath + "\n").utf8))
  }

  /// Opens the folder that the history's folder is in; returns `nil` if it doesn't exist.
  func openParent(_ fileSystem: any FileSystem) throws(SystemCallError) -> OpenFile? {
    guard let stateFolder else { return folder }
    return try existing { () throws(SystemCallError) in
      OpenFile(try fileSystem.openFolder(atPath: stateFolder), in: fileSystem)
    }
  }

  /// Opens the folder that the history's folder is in, creating it if it doesn't exist; also returns whether its name is known to survive
  /// a crash.
  func makeParent(_ fileSystem: any FileSystem) throws(SystemCallError) -> (OpenFile, isDurable: Bool) {
    guard let stateFolder else { return (folder, true) }
    return try fileSystem.makeFolders(stateFolder)
  }

  /// Returns whose the history is if root creates it, and whose files are trusted besides those of root; `nil` for this user.
  ///
  /// Beside a settings file, it is the file's owner, or the owner of the folder if there is no file.
  func owner(in parent: OpenFile, _ fileSystem: any FileSystem) throws(SystemCallError) -> FileStatus? {
    if isBeside, let file { return file }
    return fileSystem.user == 0 ? try fileSystem.status(of: parent.descriptor) : nil
  }

  /// Finds the place.
  ///
  /// - Parameters:
  ///   - folder: The folder of the settings file.
  ///   - file: The status of the settings file; `nil` if it doesn't exist.
  init(
    of location: FileLocation, in folder: OpenFile, for file: FileStatus?,
    _ rule: SettingsFileOptions.History,
    known: KnownFiles, _ fileSystem: any FileSystem
  ) throws(SystemCallError) {
    let surroundings = known.surroundings(of: location, fileSystem)
    (self.folder, self.file, realPath) = (folder, file, surroundings.path)
    let isBeside =
      switch rule {
      case .automatic:
        try Self.isBeside(location, in: folder, for: file, surroundings: surroundings, fileSystem)
      case .beside: true
      case .state, .nowhere: false
      }
    if !isBeside, let stateFolder = try Self.stateFolder(fileSystem) {
      (self.stateFolder, name, path) = (stateFolder, surroundings.key, "\(stateFolder)/\(surroundings.key)")
    } else {
      (stateFolder, name, path) = (nil, location.historyName, location.historyPath)
    }
  }

  /// Returns the folder for histories in the user's state: below `$XDG_STATE_HOME`, or, for a user who has no home folder or can't write
  /// there, such as that of a service, in `/var/tmp`; `nil` if another user has made that one.
  private static func stateFolder(_ fileSystem: any FileSystem) throws(SystemCallError) -> String? {
    let inside = "/settings/history"
    if let home = fileSystem.stateFolder, try canMake(home + inside, fileSystem) { return home + inside }
    let shared = "/var/tmp/settings-\(fileSystem.user)"
    guard let status = try fileSystem.status(atPath: shared) else { return shared + inside }
    return status.kind == .folder && status.owner == fileSystem.user ? shared + inside : nil
  }

  /// Whether the user may create files in a folder, or create the folder if it doesn't exist.
  private static func canMake(_ path: String, _ fileSystem: any FileSystem) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      let folder = OpenFile(try fileSystem.openFolder(atPath: path), in: fileSystem)
      return fileSystem.isWritable(nil, in: folder.descriptor)
    } catch {
      // With any other error, such as too many open files, the history would be at another place for a moment.
      if error.isDenied { return false }
      guard error.isMissingPath else { throw error }
      // A file, or a link that leads nowhere, may be where the folder would be.
      if (try? fileSystem.status(atPath: path)) != nil { return false }
      let parent = FileLocation(path).folder
      guard parent != path else { return false }
      return try canMake(parent, fileSystem)
    }
  }

  private static func isBeside(
    _ location: FileLocation, in folder: OpenFile, for file: FileStatus?, surroundings: Surroundings,
    _ fileSystem: any FileSystem
  ) throws(SystemCallError) -> Bool {
    let user = fileSystem.user
    if let file, file.owner != user, user != 0 {
      // Whoever can only read the file can't add to its history either.
      return !fileSystem.isWritable(location.name, in: folder.descriptor)
    }
    do throws(SystemCallError) {
      if let status = try fileSystem.status(location.historyName, in: folder.descriptor) {
        return user == 0 || status.owner == user || fileSystem.isWritable(nil, in: folder.descriptor)
      }
    } catch {
      guard error.isNameTooLong else { throw error }
      return false
    }
    return !surroundings.isWorkTree && fileSystem.isWritable(nil, in: folder.descriptor)
  }
}

/// What is known of a settings file by its path. It is kept, because it takes a look at each folder above the file.
struct Surroundings: Hashable, Sendable {
  let location: FileLocation
  /// The path of the file without symbolic links.
  let path: String
  /// The root of the work tree of a version control system that the file is in, and the tree's identity; without one, the root of all files.
  private let root: String
  private let tree: String?
  /// The name of the file's history in the user's state.
  let key: String

  /// Whether the file is in a work tree.
  var isWorkTree: Bool { tree != nil }

  init(of location: FileLocation, _ fileSystem: any FileSystem) {
    self.location = location
    let folder = fileSystem.canonicalPath(location.folder)
    var root = folder
    var tree = fileSystem.workTree(atPath: root)
    while tree == nil, FileLocation(root).folder != root {
      root = FileLocation(root).folder
      tree = fileSystem.workTree(atPath: root)
    }
    (self.root, self.tree) = (root, tree)
    path = FileLocation(in: folder, location.name).path
    let identity = path + (tree.map { "\0\($0)" } ?? "")
    key = SettingsRevision(of: Array(identity.utf8)).description
  }

  /// Whether the work tree is still there. A process that waits for a confirmation would otherwise change the files of a tree that has taken
  /// its place.
  func isCurrent(_ fileSystem: any FileSystem) -> Bool {
    tree == nil || fileSystem.workTree(atPath: root) == tree
  }
}

extension FileSystem {
  /// Whether the process may write to a file, or, without a name, create and replace files in the folder.
  func isWritable(_ name: String?, in folder: Descriptor) -> Bool {
    do throws(SystemCallError) {
      try checkIsWritable(name, in: folder)
      return true
    } catch {
      return false
    }
  }
}

extension FileLocation {
  /// The name of the hidden folder beside the file with its history and its lock: `.settings.json.history`.
  var historyName: String { ".\(name).history" }

  /// The path of that folder.
  var historyPath: String { path(of: historyName) }
}
