import SettingsEditing
import SettingsSystem

/// The settings files on this machine that have a form in a catalog, in the current folder and where apps usually keep them.
///
/// For `settings-tui` without a file. Two searches: each JSON file of the current folder is compared with all patterns; and each pattern
/// without a wildcard that names a folder, such as `**/app/settings.json`, is tried in the folders for settings. No folder is searched in
/// depth, since a home folder can have a million files.
struct CatalogedFiles {
  struct File: Hashable {
    let path: String
    /// The name of the form in its catalog.
    let form: String
  }

  /// A form with its files. The patterns are copied once, because they are compared with each file.
  private struct Form {
    let entry: SchemaCatalog.Entry
    let catalog: SchemaCatalog
    let patterns: [String]

    var isHere: Bool { catalog.file(at: entry.address) != nil }
  }

  /// The maximum number of files in a folder that are compared with the catalogs: each is compared with a thousand entries.
  private static let maxFiles = 500

  private(set) var files: [File] = []
  private let forms: [Form]

  /// Looks for files.
  ///
  /// - Parameters:
  ///   - folder: The current folder.
  ///   - roots: The folders in which apps keep their settings.
  init(_ catalogs: SchemaCatalogs, in folder: String, apps roots: [String]) {
    forms = catalogs.all.flatMap { catalog in
      catalog.entries.map { Form(entry: $0, catalog: catalog, patterns: $0.patterns) }
    }
    addFiles(in: folder)
    for form in forms { addFiles(of: form, in: roots) }
  }

  init(_ catalogs: SchemaCatalogs) {
    let folders = BaseFolders()
    self.init(
      catalogs, in: ".",
      apps: [folders.configuration, folders.home, "/etc/xdg", "/etc"].compactMap(\.self))
  }

  /// Adds the files of a folder for which a catalog has a form, each with the most specific entry.
  private mutating func addFiles(in folder: String) {
    let names = (try? POSIXFileSystem().names(inFolder: folder)) ?? []
    let absolute = POSIXFileSystem().canonicalPath(folder)
    for name in names.sorted().lazy.filter(Self.isJSON).prefix(Self.maxFiles) {
      let path = FilePath(FileLocation(in: absolute, name).path)
      var best: (rank: FileMatch.Rank, form: Form)?
      for form in forms {
        guard let rank = FileMatch.rank(of: path, in: form.patterns), best.map({ $0.rank < rank }) ?? true,
          form.isHere
        else { continue }
        best = (rank, form)
      }
      if let best { add(FileLocation(in: folder, name).path, form: best.form) }
    }
  }

  /// Adds the existing files whose paths a form names without wildcards.
  private mutating func addFiles(of form: Form, in roots: [String]) {
    for pattern in form.patterns {
      let name = pattern.hasPrefix("**/") ? String(pattern.dropFirst(3)) : pattern
      // Without a folder, a name can mean any file of a project.
      guard name.contains("/"), !name.contains(where: { "*?[{!".contains($0) }) else { continue }
      let paths =
        name.hasPrefix("/") ? [name] : roots.map { FileLocation(in: $0, name).path }
      for path in paths where FileMatch.rank(of: FilePath(path), in: form.patterns) != nil {
        guard POSIXFileSystem().exists(path), form.isHere else { continue }
        add(path, form: form)
      }
    }
  }

  /// Adds a file unless it is listed already. The first form wins, which the search of the current folder has chosen with care.
  private mutating func add(_ path: String, form: Form) {
    guard !files.contains(where: { $0.path == path }), POSIXFileSystem().isFile(atPath: path) else { return }
    files.append(File(path: path, form: form.entry.name))
  }

  /// Whether a file with this name can be JSON: it ends with `.json`, `.jsonc` or `rc`, or has no extension.
  ///
  /// Other files have a form in SchemaStore, too, which has schemas for YAML and TOML; this program can't read them.
  private static func isJSON(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return true }
    return [".json", ".jsonc"].contains(name[dot...].lowercased()) || name.hasSuffix("rc")
  }
}
