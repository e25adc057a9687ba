import Foundation
import SettingsEditing
import SettingsSystem
import TestSupport
import Testing

@testable import SettingsStorageHelper

/// Storage helpers are programs of others: whatever they do, a request ends in its time, with what is known of its outcome, and no process
/// stays behind.
@Suite("A storage helper", .timeLimit(.minutes(3)))
struct BadHelperTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace(content: nil) }

  /// A helper that does one thing wrong.
  ///
  /// - Parameters:
  ///   - replies: Python statements for each request `r`. `reply(…)` replies with members.
  private static func helper(_ replies: String, in folder: String, limit: Duration) throws -> HelperStorage {
    let script = """
      import json, os, signal, sys, time
      here = os.path.dirname(os.path.abspath(__file__))
      open(here + "/pids", "a").write("%d\\n" % os.getpid())
      def reply(**members): print(json.dumps({"id": r["id"], **members}), flush=True)
      for line in sys.stdin:
          r = json.loads(line)
          name = r["request"]
          if name == "hello": reply(version=1, changes=True)
          elif name == "read": reply(content=None, revision=None)
      \(replies.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
      """
    let path = folder + "/helper.py"
    try script.write(toFile: path, atomically: false, encoding: .utf8)
    return HelperStorage(["python3", path], address: "bad://x", timeLimit: limit)
  }

  private func helper(_ replies: String, limit: Duration = .seconds(2)) throws -> HelperStorage {
    try Self.helper(replies, in: workspace.folder, limit: limit)
  }

  /// The processes of the helper that haven't ended.
  private func running() throws -> [Int32] {
    let pids = try #require(workspace.text(of: "pids")).split(separator: "\n").compactMap { Int32($0) }
    try #require(!pids.isEmpty)
    return pids.filter { kill($0, 0) == 0 }
  }

  private func waitForEnds() async throws {
    while try !running().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
  }

  private func kind(_ body: () throws -> Void) -> RemoteStorageError.Kind? {
    do {
      try body()
      return nil
    } catch SettingsStorageError.remote(_, let error) {
      return error.kind
    } catch {
      return nil
    }
  }

  /// What a helper does instead of replying to a commit, and what is known then.
  static let commits: [(String, RemoteStorageError.Kind)] = [
    ("elif name == 'commit': time.sleep(1000)", .unknownOutcome),
    ("elif name == 'commit': os._exit(1)", .unknownOutcome),
    ("elif name == 'commit': reply(result='perhaps')", .unknownOutcome),
    (
      """
      elif name == 'commit':
          while True: sys.stdout.write('x' * 1000000)
      """, .unknownOutcome
    ),
    // It has read no request since, so it can't have done the commit, which doesn't fit the socket.
    ("if name == 'read': time.sleep(1000)", .helperFailed),
  ]

  @Test("that doesn't reply to a commit is ended in time, and says what is known", arguments: commits)
  func commit(replies: String, outcome: RemoteStorageError.Kind) async throws {
    do {
      let storage = try helper(replies, limit: .seconds(10))
      let start = ContinuousClock.now
      _ = try storage.read()
      let content = [UInt8](repeating: 0x20, count: 8 << 20)
      #expect(kind { _ = try storage.commit(content, expecting: nil) } == outcome)
      #expect(ContinuousClock.now - start < .seconds(30))
    }
    try await waitForEnds()
  }

  @Test("that writes a line of more bytes than the limit is read up to that line")
  func longLine() throws {
    let (reading, writing) = try ByteStream.makePipe()
    defer { for end in [reading, writing] { end.close() } }
    var lines = LineReader(reading, atMost: 8)
    for line in ["12345678", "x"] {
      try writing.write(Array("\(line)\n".utf8))
      #expect(lines.next().map(Array.init) == Array(line.utf8) && !lines.isTooLong)
    }
    try writing.write(Array("123456789".utf8))
    #expect(lines.next() == nil && lines.isTooLong)
    #expect(HelperProtocol.lineLength == InputLimits.documentSize)
  }

  @Test("that hangs costs a command its time once, and is started again after that")
  func silence() async throws {
    let storage = try helper("elif name == 'numbers': time.sleep(1000)", limit: .seconds(10))
    #expect(kind { _ = try storage.logNumbers() } == .helperFailed)
    let start = ContinuousClock.now
    for _ in 0..<10 { #expect(kind { _ = try storage.read() } == .helperFailed) }
    #expect(ContinuousClock.now - start < .seconds(10))
    try await waitForEnds()
    while kind({ _ = try storage.read() }) != nil { try await Task.sleep(for: .milliseconds(100)) }
  }

  @Test(
    "whose numbers can't be those of a log is refused",
    arguments: [
      "[9223372036854775807]", "[9223372036854775808]", "[1e300]", "[0]", "[-1, 2]", "[2, 1]", "[1, 1]",
      "list(range(1, 1000001))",
    ])
  func numbers(text: String) throws {
    let storage = try helper("elif name == 'numbers': reply(numbers=\(text))", limit: .seconds(30))
    #expect(kind { _ = try storage.logNumbers() } == .helperFailed)
  }

  @Test(
    "that has a strange idea of the time to confirm doesn't end the program",
    arguments: [Int64.min, -1, 0, Int64.max])
  func time(milliseconds: Int64) throws {
    let storage = try helper(
      "elif name == 'time-to-confirm': reply(milliseconds=\(milliseconds))", limit: .seconds(30))
    #expect(try storage.timeToConfirm(1) == .milliseconds(milliseconds))
  }

  @Test("that refuses to report changes is asked again")
  func watch() async throws {
    let storage = try helper(
      """
      elif name == 'watch' and not os.path.exists(here + '/asked'):
          open(here + '/asked', 'w').close()
          reply(error='unreachable', message='No.')
      elif name == 'watch':
          reply()
          while True:
              print('{"changed": true}', flush=True)
              time.sleep(0.05)
      """, limit: .seconds(30))
    var changes = storage.changes().makeAsyncIterator()
    for _ in 0..<5 { _ = await changes.next() }
    #expect(workspace.text(of: "asked") != nil)
  }

  // In a process of its own: to end all helpers of this process would end those of the tests beside it.
  @Test("that ignores the end of its input doesn't outlive the program")
  func deaf() async throws {
    await #expect(processExitsWith: .success) { [folder = workspace.folder as String] in
      let storage = try Self.helper(
        """
        elif name == 'numbers':
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            reply(numbers=[])
            while True: time.sleep(1)
        """, in: folder, limit: .seconds(30))
      #expect(try storage.logNumbers() == [])
      HelperStorage.endHelpers()
    }
    #expect(try running().isEmpty)
  }
}
