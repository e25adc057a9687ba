import Foundation
import Settings
import SettingsEtcd
import TestSupport
import Testing

/// Three members that are killed, paused and restarted while eight processes apply.
///
/// `SETTINGS_CLUSTER_SECONDS` sets the duration, `SETTINGS_SEED` the seed of what happens to the members.
@Suite(
  "A cluster whose members fail",
  .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"), .serialized,
  .timeLimit(.minutes(20)))
struct EtcdClusterTests {
  private static let writers = 8
  private static let seconds =
    ProcessInfo.processInfo.environment["SETTINGS_CLUSTER_SECONDS"].flatMap { Int($0) } ?? 20

  private static var form: String {
    let numbers = (["shared"] + (0..<writers).map { "own\($0)" })
      .map { #""\#($0)": {"type": "integer", "title": "\#($0)", "default": -1}"# }
    return #"{"type": "object", "title": "Numbers", "properties": {\#(numbers.joined(separator: ", "))}}"#
  }

  @Test("has every acknowledged apply exactly once in one order that all processes agree on")
  func applies() async throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    let cluster = try EtcdCluster(members: 3)
    let prefix = EtcdCluster.newPrefix()
    let folder = try Workspace(content: nil)
    try Self.form.write(toFile: folder.folder + "/form.json", atomically: false, encoding: .utf8)
    let program = try #require(BuildFolder.item("apply-loop"))
    // The first apply records the document that it found as record 1.
    try cluster.etcdctl(["put", "\(prefix)/document", "{}"])
    let address = "etcd://\(cluster.endpoints.joined(separator: ","))/\(prefix)"

    var writers: [(process: KeptProcess, output: String)] = []
    for writer in 0..<Self.writers {
      let output = folder.folder + "/output\(writer)"
      let process = try KeptProcess([
        "/bin/sh", "-c", #"exec "$@" >"$0""#, output, program.path, folder.folder + "/form.json", address,
        "\(writer)", "\(Self.seconds)s",
      ])
      writers.append((process, output))
    }
    try await disturb(cluster, &random, for: .seconds(Self.seconds))
    for writer in writers {
      await writer.process.waitForEnd()
      #expect(writer.process.end() == 0)
    }

    let applies = try writers.enumerated().flatMap { number, writer in
      try String(contentsOfFile: writer.output, encoding: .utf8).split(separator: "\n")
        .map { try #require(Apply($0, by: number)) }
    }
    let history = try RecordedHistory(of: prefix, in: cluster)
    let problems = history.problems(applies)
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))\nSETTINGS_SEED=\(seed)")
    let counts = [Apply.Status.acknowledged, .conflict, .unknown].map { status in
      applies.count { $0.status == status }
    }
    #expect(counts[0] > Self.writers, "\(counts[1]) applies in conflict, \(counts[2]) unknown")
    let storage = try EtcdStorage(endpoints: cluster.endpoints, prefix: prefix)
    #expect(try storage.read()?.bytes == history.last)
    #expect(try storage.logNumbers().last == history.count)
  }

  /// Kills, pauses and restarts members, mostly one at a time, so that the cluster is sometimes without a majority.
  private func disturb(_ cluster: EtcdCluster, _ random: inout SeededRandom, for duration: Duration)
    async throws
  {
    let deadline = ContinuousClock.now + duration
    while ContinuousClock.now < deadline {
      let victims = (0..<3).shuffled(using: &random).prefix(random.once(in: 6) ? 2 : 1)
      let isKill = random.once(in: 2)
      for victim in victims { if isKill { cluster.kill(victim) } else { cluster.pause(victim) } }
      try await Task.sleep(for: .milliseconds(.random(in: 100...4_000, using: &random)))
      for victim in victims { if isKill { try cluster.start(victim) } else { cluster.resume(victim) } }
      try await Task.sleep(for: .milliseconds(.random(in: 0...2_000, using: &random)))
    }
  }
}

/// What a writer reported of one apply.
private struct Apply {
  enum Status: Int {
    case acknowledged, conflict, unknown
  }

  let writer: Int
  let key: String
  let value: Int
  let status: Status
  let start: Int
  let end: Int

  init?(_ line: Substring, by writer: Int) {
    let words = line.split(separator: " ")
    guard words.count == 5, let value = Int(words[1]), let status = Int(words[2]).flatMap(Status.init),
      let start = Int(words[3]), let end = Int(words[4])
    else { return nil }
    self.writer = writer
    key = String(words[0])
    self.value = value
    self.status = status
    self.start = start
    self.end = end
  }

  var change: RecordedHistory.Change { .init(key: key, value: value) }
}

/// All records that were ever in the log, also those that were removed since, as etcd's own client reports them.
private struct RecordedHistory {
  /// The setting that a record changed.
  struct Change: Hashable {
    let key: String
    let value: Int
  }

  private let contents: [[UInt8]]

  var count: Int { contents.count }
  var last: [UInt8]? { contents.last }

  init(of prefix: String, in cluster: EtcdCluster) throws {
    let head = try JSONSerialization.jsonObject(
      with: Data(cluster.etcdctl(["get", "--print-value-only", "\(prefix)/head"]).utf8))
    let count = try #require((head as? [String: Any])?["record"] as? Int)
    var contents: [[UInt8]] = []
    for event in try cluster.events(under: "\(prefix)/contents/", count: count) {
      let number = try #require(Int(event.key.split(separator: "/").last ?? ""))
      try #require(number == contents.count + 1, "record \(number) follows record \(contents.count)")
      contents.append(event.value)
    }
    self.contents = contents
  }

  /// Returns why the history isn't linear: each record makes one change to the one before it, each acknowledged change was made once,
  /// each refused change never, and changes that didn't overlap in time are in the order in which they were made.
  func problems(_ applies: [Apply]) -> [String] {
    var problems: [String] = []
    var order: [Change: Int] = [:]
    var before: [String: Int] = [:]
    for (index, content) in contents.enumerated() {
      let values = (try? JSONSerialization.jsonObject(with: Data(content))) as? [String: Int] ?? [:]
      let changed = values.filter { before[$0.key] != $0.value }
      if changed.count != (index == 0 ? 0 : 1) || before.keys.contains(where: { values[$0] == nil }) {
        problems.append("Record \(index + 1) changes \(changed) in \(before).")
      }
      for (key, value) in changed {
        if let other = order.updateValue(index, forKey: Change(key: key, value: value)) {
          problems.append("Records \(other + 1) and \(index + 1) both set \(key) to \(value).")
        }
      }
      before = values
    }
    var latestStart = Int.min
    var placed: [(place: Int, apply: Apply)] = []
    for apply in applies {
      switch (apply.status, order.removeValue(forKey: apply.change)) {
      case (.acknowledged, nil): problems.append("\(apply) was acknowledged, but isn't in the log.")
      case (.conflict, .some(let place)): problems.append("\(apply) was refused, but is record \(place + 1).")
      case (_, .some(let place)): placed.append((place, apply))
      case (_, nil): break
      }
    }
    for change in order.keys { problems.append("No process reported \(change), which is in the log.") }
    for (place, apply) in placed.sorted(by: { $0.place < $1.place }) {
      // A lost request may be done at any later time.
      if apply.status != .unknown, apply.end < latestStart {
        problems.append("\(apply), record \(place + 1), ended before an earlier record's apply began.")
      }
      latestStart = max(latestStart, apply.start)
    }
    return problems
  }
}
