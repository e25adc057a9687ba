/// The places that a path leads through: every name that is looked up to find the file, including those of symbolic links.
///
/// While nothing at these places changes, the path leads to the same file with the same content. A trail ends at the first name
/// that leads no further, which is the place where a missing folder or file appears.
struct PathTrail: Equatable, Sendable {
  /// A place where a change can happen.
  enum Place: Hashable, Sendable {
    /// The file or folder that a name in a folder refers to.
    case name(FolderPath.Name, in: FolderPath)
    /// The names in a folder, and the content of the files in it.
    case files(in: FolderPath)
    /// The content of a file.
    case content(of: FolderPath.Name, in: FolderPath)
  }

  /// A look at a place.
  struct Step: Equatable, Sendable {
    let place: Place
    let entry: PathEntry
  }

  /// The maximum number of links in one path, as on Linux.
  private static let maximumLinkCount = 40

  /// The steps along the path, in order.
  private(set) var steps: [Step] = []

  /// Follows a path.
  ///
  /// - Parameter look: Looks at a place. A link's target is followed; other entries decide only whether the path continues.
  init(following path: String, look: (Place) -> PathEntry) {
    let path = Array(path.utf8)
    var folder = FolderPath.isAbsolute(path) ? FolderPath.root : .current
    var rest = Array(FolderPath.names(of: path).reversed())
    var linkCount = 0
    while let name = rest.popLast() {
      if name == FolderPath.up, let parent = folder.parent {
        folder = parent
        continue
      }
      switch add(.name(name, in: folder), look) {
      case .folder:
        folder = folder.appending(name)
        if rest.isEmpty { _ = add(.files(in: folder), look) }
      case .link(_, let target):
        linkCount += 1
        guard linkCount <= Self.maximumLinkCount else { return }
        if FolderPath.isAbsolute(target) { folder = .root }
        rest += FolderPath.names(of: target).reversed()
      case .file where rest.isEmpty:
        _ = add(.content(of: name, in: folder), look)
      case .missing, .file, .files, .special, .unreachable:
        return
      }
    }
  }

  private mutating func add(_ place: Place, _ look: (Place) -> PathEntry) -> PathEntry {
    let entry = look(place)
    steps.append(Step(place: place, entry: entry))
    return entry
  }
}
