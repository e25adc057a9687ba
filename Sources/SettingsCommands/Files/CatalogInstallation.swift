import SettingsEditing
import SettingsSystem
import SettingsTUI

/// Turns a copy of SchemaStore into an installed catalog: a checkout, an archive of one, or a catalog that was installed before.
///
///     archive ─▶ unpack into a private folder ─┐
///     folder ──────────────────────────────────┴▶ copy to .NAME.RANDOM.new ─▶ read it ─▶ exchange it with NAME ─▶ remove the old one
///
/// The catalog is complete before it gets its name, so no program reads a part of it. If this program is killed, the old catalog or the new
/// one has the name, and at worst a hidden folder is left, which the next installation removes. One installation at a time works in a folder.
///
/// What is copied are `catalog.json`, the license, and files that end with `.json`, with modes 0644 and 0755 whatever they had. Links are
/// left out or refused. Root may install what others have packed: an archive must get nothing but its own schemas into a folder that
/// everyone reads. A small archive can become anything when it is unpacked, so its files are limited, one by one and together.
struct CatalogInstallation {
  /// Where SchemaStore's repository, or an installed catalog, has the parts, relative to the root of the copy.
  private struct Layout {
    let catalog: String
    let schemas: String

    static let all = [
      Layout(catalog: "src/api/json/catalog.json", schemas: "src/schemas/json"),
      Layout(catalog: SchemaCatalog.fileName, schemas: "schemas"),
    ]
  }

  /// The number of folders in each other that are copied. No catalog has as many; an archive that was made to do harm could have thousands.
  private static let maxDepth = 20

  /// The most bytes of all files of a source.
  private static let maxSize = 512 << 20

  private let source: String
  private let folder: FileLocation
  /// The number of bytes that were copied.
  private let copiedSize = Shared(0)
  private let files = POSIXFileSystem()
  /// Catches signals, so that what was unpacked or copied is removed before the program ends.
  private let interruption = Interruption()

  /// - Parameters:
  ///   - source: A folder or an archive.
  ///   - folder: The folder of the catalog.
  init(_ source: String, _ folder: String) {
    self.source = source
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = FileLocation(folder)
  }

  /// Installs the catalog and returns it.
  ///
  /// Throws if the source doesn't exist (66), can't be unpacked or isn't a copy of SchemaStore (65), or if the folder can't be written or
  /// is something else than a catalog (73). A signal removes what was unpacked and ends the program. The old catalog stays in all these
  /// cases.
  func run() throws(Failure) -> SchemaCatalog {
    guard files.exists(source) else {
      throw Failure(.noInput, message: "\(source): no such folder or archive; nothing is fetched.")
    }
    // A folder that isn't a catalog isn't replaced: `--to ~` must not remove a home folder.
    if files.exists(folder.path),
      !files.exists(FileLocation(in: folder.path, SchemaCatalog.fileName).path)
    {
      throw Failure(
        .cannotCreate,
        message: "\(folder.path) is not a catalog; remove it, or name another folder with --to.")
    }
    interruption.begin()
    defer { interruption.end() }
    guard files.isFile(atPath: source) else { return try install(source) }
    let unpacked: PrivateFolder
    do throws(PrivateFolder.Failure) { unpacked = try PrivateFolder(for: .candidate) } catch {
      throw Failure(.cannotCreate, message: "\(source) can't be unpacked: \(error).")
    }
    defer { unpacked.remove() }
    try unpack(into: unpacked.path)
    return try install(unpacked.path)
  }

  /// Unpacks the archive with `unzip` or `tar`, which recognize compression themselves. Both run in the foreground, so Ctrl-C reaches them
  /// as well.
  ///
  /// The system stops them at a file that is too large, and a thread looks at how much there is in all.
  private func unpack(into folder: String) throws(Failure) {
    // A name could be an option, or for `tar` that of a host; a path can't.
    let source = self.source.hasPrefix("/") ? self.source : "./" + self.source
    let arguments =
      source.lowercased().hasSuffix(".zip")
      ? ["unzip", "-q", "-d", folder, source] : ["tar", "-x", "-C", folder, "-f", source]
    let ending: SpawnedProcess.Ending
    let isTooLarge = Shared(false)
    do throws(SystemCallError) {
      // A block of `ulimit` has 512 bytes.
      let process = try ProcessLaunch(
        shell: "ulimit -f \(InputLimits.documentSize / 512); exec \"$@\"", parameters: ["sh"] + arguments,
        attachment: .foreground
      ).start()
      let hasEnded = Shared(false)
      try? SystemThread.start { [files] in
        while !hasEnded.value, !isTooLarge.value {
          files.pause(milliseconds: 200)
          guard Self.size(ofFolder: folder, files) > Self.maxSize else { continue }
          isTooLarge.value = true
          hasEnded.withLock { if !$0 { process.signal(.kill) } }
        }
      }
      process.waitForEndPassingSignals()
      hasEnded.value = true
      ending = process.reap()
    } catch {
      throw Failure(.ioError, message: "\(self.source) can't be unpacked (\(error)).")
    }
    try checkInterruption()
    switch ending {
    case .exited(status: 0): return
    case .exited(status: 127):
      throw Failure(
        .ioError, message: "\(self.source) can't be unpacked: \(arguments[0]) can't be run; install it.")
    // Ctrl-C reaches both processes, and the other one may end first.
    case .killed(let signal) where Signal.endings.contains(Signal(rawValue: signal)):
      throw Failure(.temporaryFailure, message: "", signal: signal)
    case .killed: throw tooLarge
    default:
      throw Failure(
        .dataError,
        message: "\(self.source) can't be unpacked by \(arguments[0]); name an archive of SchemaStore.")
    }
  }

  /// Returns the number of bytes of all files in a folder, or of those that could be counted.
  private static func size(ofFolder path: String, _ files: POSIXFileSystem) -> Int {
    ((try? files.names(inFolder: path)) ?? []).reduce(0) { sum, name in
      let inner = "\(path)/\(name)"
      guard let status = try? files.status(atPath: inner) else { return sum }
      return sum + (status.kind == .folder ? size(ofFolder: inner, files) : status.size)
    }
  }

  /// The failure if a file, or all of them, are larger than any catalog.
  private var tooLarge: Failure {
    Failure(
      .dataError,
      message:
        "\(source) has a file of more than \(InputLimits.documentSize >> 20) MiB, or files of more than \(Self.maxSize >> 20) MiB in all; name a copy of SchemaStore."
    )
  }

  /// Throws if a signal was received. It is called between the steps. Each step is short, or ends when a signal arrives.
  private func checkInterruption() throws(Failure) {
    if let signal = interruption.received { throw Failure(.temporaryFailure, message: "", signal: signal) }
  }

  /// Installs from a folder, or from a folder in it: archives have everything in one folder, such as `schemastore-master`.
  private func install(_ source: String) throws(Failure) -> SchemaCatalog {
    let inner = ((try? files.names(inFolder: source)) ?? []).sorted().map {
      FileLocation(in: source, $0).path
    }
    // The source itself comes first, so a checkout with a copy of SchemaStore inside is still the checkout.
    for root in [source] + inner {
      for layout in Layout.all where files.isFile(atPath: "\(root)/\(layout.catalog)") {
        guard [layout.catalog, layout.schemas].allSatisfy({ isInside(root, $0) }) else { continue }
        return try install(layout, in: root)
      }
    }
    throw Failure(
      .dataError,
      message:
        "\(self.source) has neither \(Phrase.alternatives(Layout.all.map(\.catalog))); name a copy of SchemaStore."
    )
  }

  /// Whether no link on a path leads out of a folder: an archive could make root publish the files of others.
  ///
  /// An archive with `src/api/json -> /etc` and a `catalog.json` there would otherwise be copied from `/etc`. A link as the last part is
  /// refused when the file is opened.
  private func isInside(_ root: String, _ path: String) -> Bool {
    let folder = files.canonicalPath(FileLocation("\(root)/\(path)").folder)
    let root = files.canonicalPath(root)
    return folder == root || folder.hasPrefix(root + "/")
  }

  /// Copies the parts into a new folder beside the catalog, checks that they are a catalog, and gives the folder its name.
  ///
  /// Both folders are in the same parent, because names can only be exchanged inside of one file system.
  private func install(_ layout: Layout, in root: String) throws(Failure) -> SchemaCatalog {
    do throws(SystemCallError) { try makeFolders(to: folder.folder) } catch { throw failure(error) }
    let name = ".\(folder.name).\(String(files.randomNumber(), radix: 36)).new"
    let path = folder.path(of: name)
    let parent: OpenFile
    var isFree = false
    do throws(SystemCallError) {
      parent = OpenFile(try files.openFolder(atPath: folder.folder), in: files)
      // A program that has just ended, or one that is being started by this process, can still hold the lock for a moment.
      for _ in 0..<50 where !isFree {
        isFree = try files.lock(parent.descriptor)
        if !isFree { files.pause(milliseconds: 20) }
      }
      // With the lock, what has such a name was left by a program that was killed.
      for left in isFree ? try files.names(in: parent.descriptor) : []
      where left.hasPrefix(".\(folder.name).") && (left.hasSuffix(".new") || left.hasSuffix(".new.old")) {
        files.removeTree(left, in: parent.descriptor)
      }
    } catch {
      throw failure(error)
    }
    guard isFree else {
      throw Failure(
        .temporaryFailure, message: "\(folder.path): another catalog is being installed there; try again.")
    }
    // After an exchange, the old catalog has this name; after a failure, the incomplete new one has it. Either is removed.
    defer { files.removeTree(name, in: parent.descriptor) }
    do throws(SystemCallError) {
      try copy(layout, in: root, to: name, in: parent.descriptor)
    } catch {
      throw failure(error)
    }
    // Read what was copied before it becomes the catalog. The error names the source, because the copy is about to be removed.
    do throws(SchemaCatalogError) {
      guard try SchemaCatalog(inFolder: path) != nil else {
        throw SchemaCatalogError(path: path, reason: .missing)
      }
    } catch {
      throw Failure(
        .dataError, message: "\(SchemaCatalogError(path: "\(root)/\(layout.catalog)", reason: error.reason))")
    }
    try checkInterruption()
    do throws(SystemCallError) {
      try place(name, in: parent.descriptor)
    } catch {
      throw failure(error)
    }
    do throws(SchemaCatalogError) {
      if let catalog = try SchemaCatalog(inFolder: folder.path) { return catalog }
    } catch {
      throw Failure(.ioError, message: "\(error)")
    }
    throw Failure(.ioError, message: "\(folder.path) was removed while it was installed; try again.")
  }

  /// Gives a new folder the name of the catalog; a catalog that is there gets the new folder's name.
  ///
  /// A folder can't replace another folder that isn't empty, so the names are exchanged in one step: a program that is ended here leaves the
  /// old catalog or the new one. Where the file system can't exchange names, the old catalog moves aside first, and back if the new one
  /// can't take its place.
  private func place(_ name: String, in parent: FileSystem.Descriptor) throws(SystemCallError) {
    guard try files.status(folder.name, in: parent) != nil else {
      return try files.rename(name, in: parent, to: folder.name, in: parent)
    }
    do throws(SystemCallError) {
      try files.exchange(name, in: parent, with: folder.name, in: parent)
    } catch {
      guard error.isUnsupported else { throw error }
      let old = name + ".old"
      try files.rename(folder.name, in: parent, to: old, in: parent)
      do throws(SystemCallError) {
        try files.rename(name, in: parent, to: folder.name, in: parent)
      } catch {
        try files.rename(old, in: parent, to: folder.name, in: parent)
        throw error
      }
      files.removeTree(old, in: parent)
    }
  }

  /// Returns the failure if the folder of the catalog can't be written (73); the error names what the system refuses.
  private func failure(_ error: SystemCallError) -> Failure {
    if error.isTooLarge { return tooLarge }
    return Failure(.cannotCreate, message: "\(folder.path): the catalog can't be installed (\(error)).")
  }

  // MARK: - Copies

  /// Creates the folders on a path that don't exist yet, from the outermost on, readable for everyone.
  private func makeFolders(to path: String) throws(SystemCallError) {
    guard !files.exists(path) else { return }
    let location = FileLocation(path)
    try makeFolders(to: location.folder)
    let parent = OpenFile(try files.openFolder(atPath: location.folder), in: files)
    try makeFolder(location.name, in: parent.descriptor)
  }

  /// Creates a folder that everyone can read, whatever the user's `umask` is: a catalog of root is for all users.
  private func makeFolder(_ name: String, in parent: FileSystem.Descriptor) throws(SystemCallError) {
    try files.makeFolder(name, in: parent, for: nil, mode: 0o755)
    try files.setMode(name, in: parent, mode: 0o755)
  }

  /// Copies the parts of a catalog into a new folder with a name: `catalog.json`, the license files, and the folder of schemas, if there is
  /// one.
  ///
  /// A copy without schemas is a catalog, too: it says which files have which form, and another catalog can have the forms.
  private func copy(
    _ layout: Layout, in root: String, to name: String, in parent: FileSystem.Descriptor
  ) throws(SystemCallError) {
    try makeFolder(name, in: parent)
    let catalog = OpenFile(try files.openFolder(name, in: parent), in: files)
    try copyFile(FileLocation("\(root)/\(layout.catalog)"), to: catalog.descriptor)
    for name in ["LICENSE", "NOTICE"] where files.isFile(atPath: "\(root)/\(name)") {
      try copyFile(FileLocation("\(root)/\(name)"), to: catalog.descriptor)
    }
    guard files.exists("\(root)/\(layout.schemas)") else { return }
    try makeFolder("schemas", in: catalog.descriptor)
    let schemas = OpenFile(try files.openFolder("schemas", in: catalog.descriptor), in: files)
    let location = FileLocation("\(root)/\(layout.schemas)")
    let source = OpenFile(try files.openFolder(atPath: location.folder), in: files)
    try copyFolder(
      OpenFile(try files.openFolder(location.name, in: source.descriptor), in: files), to: schemas, 0)
  }

  /// Copies the schemas in a folder and in the folders in it. Links are left out, because an archive could contain one to any file.
  ///
  /// The folders are opened and not named by their paths, so a folder that is exchanged for a link meanwhile leads nowhere else.
  private func copyFolder(_ source: OpenFile, to target: OpenFile, _ depth: Int) throws(SystemCallError) {
    for name in try files.names(in: source.descriptor).sorted() {
      switch try files.status(name, in: source.descriptor)?.kind {
      case .file where name.hasSuffix(".json"):
        try copyFile(name, in: source.descriptor, to: target.descriptor)
      case .folder where depth < Self.maxDepth:
        try makeFolder(name, in: target.descriptor)
        try copyFolder(
          OpenFile(try files.openFolder(name, in: source.descriptor), in: files),
          to: OpenFile(try files.openFolder(name, in: target.descriptor), in: files), depth + 1)
      default: break
      }
    }
  }

  private func copyFile(_ location: FileLocation, to target: FileSystem.Descriptor) throws(SystemCallError) {
    let folder = OpenFile(try files.openFolder(atPath: location.folder), in: files)
    try copyFile(location.name, in: folder.descriptor, to: target)
  }

  /// Copies a file in pieces of 1 MiB, and makes the copy readable for everyone.
  private func copyFile(
    _ name: String, in folder: FileSystem.Descriptor, to target: FileSystem.Descriptor
  ) throws(SystemCallError) {
    let source = try files.openFile(name, in: folder).file
    let copy = OpenFile(try files.create(name, in: target), in: files)
    var size = 0
    while case let bytes = try files.read(source.descriptor, upTo: 1 << 20), !bytes.isEmpty {
      size += bytes.count
      copiedSize.withLock { $0 += bytes.count }
      guard size <= InputLimits.documentSize, copiedSize.value <= Self.maxSize else { throw .tooLarge }
      try files.writeAll(bytes, to: copy.descriptor)
    }
    try files.setMode(copy.descriptor, mode: 0o644)
  }
}
