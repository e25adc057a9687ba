import SettingsEditing
import SettingsJSON
import SettingsStorageHelper
import SettingsSystem

/// The place of a command's settings: a file, a remote storage, or the standard input.
///
///     app.json                       .file
///     etcd://127.0.0.1:2379/app      .remote, by the program settings-storage-etcd
///     -                              .filtered, with what was read
///
/// Everything behind it works with a ``SettingsStorage``. What differs by place is only here: where a form is looked for, which
/// participants an apply has, and how a message calls it.
enum SettingsPlace: Sendable {
  case file(FileStorage)
  case remote(RemoteAddress, HelperStorage)
  /// Settings that were read from a stream.
  case filtered(MemoryStorage)

  /// Interprets an operand. Nothing is opened: a remote storage is connected when it is used. `-` would be a file of this name, since a
  /// command reads the standard input before.
  ///
  /// - Parameter allowsWritingInPlace: Whether a file that can't be replaced may be written in place.
  init(_ operand: String, allowsWritingInPlace: Bool = true) {
    if let address = RemoteAddress(operand) {
      self = .remote(address, HelperStorage(address.command, address: address.text))
    } else {
      self = .file(FileStorage(operand, SettingsFileOptions(allowsWritingInPlace: allowsWritingInPlace)))
    }
  }

  var storage: any SettingsStorage {
    switch self {
    case .file(let storage): storage
    case .remote(_, let storage): storage
    case .filtered(let storage): storage
    }
  }

  /// The address of remote settings; `nil` for a file.
  var address: RemoteAddress? {
    if case .remote(let address, _) = self { address } else { nil }
  }

  /// The path of the folder with the file's history if that isn't beside the file.
  var historyOutside: String? {
    guard case .file(let storage) = self, let history = storage.history, !history.isBeside else { return nil }
    return history.path
  }

  var isStream: Bool { if case .filtered = self { true } else { false } }

  /// The additional participants of an apply: for remote settings, the running instances of the app, if the storage helper knows them.
  ///
  /// They vote on the new content before it is stored. For a file, there is no list of the programs that use it.
  var participants: [any SettingsParticipant] {
    switch self {
    case .file, .filtered: []
    case .remote(_, let storage): [HelperRollout(storage)]
    }
  }

  /// Returns the failure for a missing file (66). An address where nothing is stored looks the same as a misspelled address.
  func absence(_ name: String, advice: String) -> Failure {
    let message = address == nil ? "no such file; \(advice)." : "nothing is stored there; check the address."
    return Failure(.noInput, message: "\(name): \(message)")
  }

  /// Throws unless the place, which was named as a layer, has settings: a missing layer is probably a misspelled one.
  func checkExistence() throws(Failure) {
    if address == nil {
      let files = POSIXFileSystem()
      if files.isFile(atPath: storage.name) { return }
      if files.exists(storage.name) {
        // What a pipe has can be read only once, and a layer is read with each look at the settings.
        throw Failure(
          .dataError, message: "\(storage.name): a layer has to be a file; save it, and name that file.")
      }
    } else {
      do throws(SettingsStorageError) {
        if try storage.read() != nil { return }
      } catch {
        throw Failure(error)
      }
    }
    throw absence(storage.name, advice: "name an existing layer")
  }

  /// Reads the content; returns `nil` if nothing is stored.
  ///
  /// The form is looked for before the store is opened, and the content can name it (`$schema`).
  func readBytes() throws(SettingsStorageError) -> [UInt8]? {
    switch self {
    case .file(let storage): try storage.readBytes()
    case .remote(_, let storage): try storage.read()?.bytes
    case .filtered(let storage): storage.read()?.bytes
    }
  }
}

/// The address of settings that aren't in a file: `SCHEME://…`. The program `settings-storage-SCHEME` connects to them.
///
///     etcd://HOST:PORT/PREFIX          settings-storage-etcd
///     etcd+https://HOST:PORT/PREFIX    settings-storage-etcd, which gets the whole address
///     file:///tmp/a.json               no address: a path
///     C://x, a b://c                   no address: a scheme has lowercase letters, digits, `+`, `.` and `-`
///
/// So a new storage needs no change here, only a program with such a name; see `Documentation/StorageHelpers.md`.
struct RemoteAddress: Hashable, Sendable {
  let text: String
  private let scheme: Substring

  /// Reads an operand; returns `nil` if it is the path of a file.
  init?(_ operand: String) {
    guard let separator = operand.firstRange(of: "://") else { return nil }
    let scheme = operand[..<separator.lowerBound]
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first), scheme != "file",
      scheme.utf8.allSatisfy(Self.isSchemeCharacter)
    else { return nil }
    text = operand
    self.scheme = scheme
  }

  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte.isASCIIDigit || "+.-".utf8.contains(byte)
  }

  /// The name of the program: `settings-storage-etcd` for `etcd://…` and `etcd+https://…`.
  ///
  /// A part of the scheme after a plus sign isn't in the name, because the program interprets it.
  private var helper: String { "settings-storage-\(scheme.prefix { $0 != "+" })" }

  /// The program: beside this program, or else in `PATH`.
  ///
  /// An installation whose folder isn't in `PATH` works as well, and a program of the same version is preferred.
  var command: [String] {
    guard let program = CurrentProcess.program else { return [helper] }
    let path = FileLocation(program).path(of: helper)
    return [POSIXFileSystem().exists(path) ? path : helper]
  }

  /// The part that catalogs compare with their patterns, as they do with the path of a file: `/apps/trend` of `etcd://host/apps/trend`.
  var path: String {
    let rest = text.dropFirst(scheme.count + "://".count)
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
  }
}

extension SettingsStorage {
  /// Returns the newest version of the history that is JSON and satisfies a condition; `nil` if there is no such version, or if the history
  /// can't be read.
  ///
  /// A file that is missing or damaged still has a history, which can be listed and restored with the types of the last good version. Cost:
  /// reads versions from the newest on, until one satisfies the condition.
  func latestDocument(where isWanted: (JSONDocument) -> Bool) -> JSONDocument? {
    guard let numbers = try? logNumbers() else { return nil }
    for number in numbers.reversed() {
      guard case .found(let record)? = try? logRecord(number), case .version(let bytes) = record.content,
        let document = try? JSONDocument(parsingStored: bytes), isWanted(document)
      else { continue }
      return document
    }
    return nil
  }
}
