import Settings
import SettingsStorageHelper

/// The place of a command's settings: a file, a remote storage, or the standard input.
enum SettingsPlace: Sendable {
  case file(FileStorage)
  case remote(RemoteAddress, HelperStorage)
  /// Settings that were read from the standard input.
  case filtered(MemoryStorage)

  /// Interprets an operand. A remote storage is connected when it is used.
  init(_ operand: String) {
    if let address = RemoteAddress(operand) {
      self = .remote(address, HelperStorage(address.command, address: address.text))
    } else {
      self = .file(FileStorage(operand))
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

  /// The additional participants of an apply: for remote settings, the running instances of the app, if the storage helper knows them.
  var participants: [any SettingsParticipant] {
    switch self {
    case .file, .filtered: []
    case .remote(_, let storage): [HelperRollout(storage)]
    }
  }

  /// Reads the content; returns `nil` if nothing is stored.
  func readBytes() throws(StorageError) -> [UInt8]? {
    switch self {
    case .file(let storage): try storage.readBytes()
    case .remote(_, let storage): try storage.read()?.bytes
    case .filtered(let storage): storage.read()?.bytes
    }
  }
}
