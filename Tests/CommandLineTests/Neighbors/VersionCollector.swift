import Foundation
import Settings
import Synchronization

/// Collects all versions of a settings file, because the history keeps only the last fifty.
///
/// With it, a race test can say of each acknowledged apply that its content was stored at some time, also after a thousand further applies.
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

  /// Reads new versions until it is stopped.
  ///
  /// It polls instead of watching the folder, so that a lost event can't hide a version. The pause is too
  /// short for fifty versions.
  func run() {
    while !isStopped.load(ordering: .relaxed) {
      collect()
      usleep(3_000)
    }
  }

  /// Reads new versions, and the last ones again, because an unfinished commit's number can be reused.
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
