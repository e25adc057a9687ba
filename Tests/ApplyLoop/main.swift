// Applies many changes through the library: the concurrency tests run it beside the command line.
//
//     apply-loop FORM FILE|etcd://… PROCESS COUNT|SECONDSs
//
// Every second change sets `shared`, a number that all processes set, to a value that no other process uses; the other changes
// set the process's own number. Each output line is `KEY VALUE STATUS START END`: the status is 0 for an acknowledged change, 1 for one
// that was refused, because of a conflict or because another change waits for its confirmation, and 2 if the outcome is unknown; the
// times are milliseconds since the boot. With a duration such as `10s` it runs for that time, beside programs that may be saving.

import Settings
import SettingsEtcd
import SettingsSystem

let words = CommandLine.arguments
guard words.count == 5, let process = Int(words[3]), let limit = Limit(words[4]),
  let form = try FileStorage(words[1]).read()
else { fatalError("usage: apply-loop FORM FILE PROCESS COUNT|SECONDSs") }

let storage: any SettingsStorage =
  words[2].hasPrefix("etcd://") ? EtcdStorage(try EtcdAddress(words[2])) : FileStorage(words[2])
let index = try FormIndex(FormSchema(written: form.bytes))
var opened: StoreEngine?
while opened == nil {
  // Another program may be saving, or the members may not be ready.
  opened = try? StoreEngine(form: index, layers: SettingsLayers(storage: storage))
}
guard let store = opened else { fatalError() }
let start = ContinuousClock.now
var turn = 0
while !limit.isReached(turn, since: start) {
  let (key, value) = turn % 2 == 0 ? ("own\(process)", turn) : ("shared", process * 1_000_000 + turn)
  var draft = store.draft()
  try draft.stage(.number(JSONNumber(value)), at: [key])
  let began = Boot.elapsedMilliseconds
  var status: Int?
  while status == nil {
    status = await outcome(of: draft)
  }
  print(key, value, status ?? -1, began, Boot.elapsedMilliseconds)
  turn += 1
}

/// The end of the loop.
enum Limit {
  case count(Int)
  case time(Duration)

  init?(_ text: String) {
    if text.hasSuffix("s"), let seconds = Int(text.dropLast()) {
      self = .time(.seconds(seconds))
    } else if let count = Int(text) {
      self = .count(count)
    } else {
      return nil
    }
  }

  func isReached(_ turn: Int, since start: ContinuousClock.Instant) -> Bool {
    switch self {
    case .count(let count): turn >= count
    case .time(let time): ContinuousClock.now - start >= time
    }
  }
}

/// 0 for an acknowledged change, 1 for a reported conflict, 2 for an unknown outcome; `nil` if the change must be retried.
func outcome(of draft: Draft) async -> Int? {
  do {
    _ = try await store.apply(draft)
    return 0
  } catch {
    switch error {
    case .conflicts: return 1
    case .awaitingConfirmation:
      try? await Task.sleep(for: .milliseconds(100))
      return 1
    case .contended, .storage(.storage(.locked)): return nil
    case .storage(.storage(.remote(_, let error))):
      switch error.kind {
      case .unreachable, .busy: return nil
      case .unknownOutcome: return 2
      default: fatalError("\(error)")
      }
    // Another program is saving.
    case .storage(.storage(.beingSaved)), .storage(.malformed): return nil
    default: fatalError("\(error)")
    }
  }
}
