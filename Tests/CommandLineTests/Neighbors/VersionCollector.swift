import Foundation
import Settings
import Synchronization

/// Keeps the versions of a settings file, since the history keeps only the last fifty.
final class VersionCollector: Sendable {
  struct Version: Sendable {
    var kind: String
    var content: String
  }

  private let storage: FileStorage
  private let state = Mutex<[Int: Version]>([:])
  private let isStopped = Atomic(false)
  var versions: [Int: Version] { state.withLock { $0 } }

  init(of path: String) {
    storage = FileStorage(path)
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Reads what is new until it is stopped.
  func run() {
    while !isStopped.load(ordering: .relaxed) {
      collect()
      usleep(3_000)
    }
  }

  /// Reads the versions that are new. A number may be used again after a commit that did not take place, so the last ones are read
  /// again.
  func collect() {
    guard let numbers = try? storage.logNumbers() else { return }
    let known = versions
    for number in numbers where known[number] == nil || number > (numbers.last ?? 0) - 4 {
      guard case .found(let record)? = try? storage.logRecord(number),
        case .version(let bytes) = record.content,
        let header = try? JSONSerialization.jsonObject(with: Data(record.header)) as? [String: Any],
        let kind = header["kind"] as? String
      else { continue }
      state.withLock { $0[number] = Version(kind: kind, content: String(decoding: bytes, as: UTF8.self)) }
    }
  }
}
