import SettingsEditing
import SettingsSystem
import SettingsTUI

/// Prints what a command reports, and asks at the terminal.
///
///     print          prose and tables, to the standard output, with control characters made visible
///     tell           what a command has done, likewise; the only output that a closed stream doesn't make a failure
///     printExact     values and JSON, as they are; only on a terminal, control characters are made visible
///     print(document:)   the content of a file, likewise
///     report         everything that isn't a result, to the standard error
///
/// Results and reports are apart, so `settings-tui get FILE PATH > value` has nothing but the value in it, whatever else there is to say.
///
/// The first failure to write the output is kept: `settings-tui get … > /full/disk` has to end with an error, though all later writes seem
/// to succeed. Commands don't check each line; ``SettingsTUICommand`` asks once at the end.
///
/// Tests pass streams that record what is written and have lines to read (`RecordedStreams`), and a clock that doesn't wait.
struct Console: Sendable {
  let streams: any StandardStreams
  /// Returns after a duration; throws if the task is canceled. Commands wait with it for deadlines and reminders, so tests need no time.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Starts this program again with other arguments, to go on when this process has ended. Tests note the arguments instead.
  let startAgain: @Sendable ([String]) throws(SystemCallError) -> Void
  /// The first error of the standard output, which all copies of the console share.
  private let firstError = Shared<SystemCallError?>(nil)
  /// The status of the first failure that was reported although the command went on, which all copies share.
  private let firstFailure = Shared<ExitStatus?>(nil)

  init(
    streams: any StandardStreams,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    startAgain: @escaping @Sendable ([String]) throws(SystemCallError) -> Void = Self.startInBackground
  ) {
    self.streams = streams
    self.sleep = sleep
    self.startAgain = startAgain
  }

  /// Starts this program in the background, without the standard streams: a reader of this process's output doesn't wait for the end of the
  /// other one.
  private static func startInBackground(_ arguments: [String]) throws(SystemCallError) {
    #if os(Linux)
      // This path is correct even if the program's file has been replaced or removed since the start.
      let program = "/proc/self/exe"
    #else
      let program = CommandLine.arguments[0]
    #endif
    _ = try ProcessLaunch(
      program: program, arguments: ["settings-tui"] + arguments, attachment: .background
    ).start()
  }

  /// Why the output is incomplete; `nil` if all of it was written.
  var outputError: SystemCallError? { firstError.value }

  /// What the command ends with, unless it fails: done, or the status of the first failure that was reported.
  var status: ExitStatus { firstFailure.value ?? .done }

  /// Reports a failure after which the command can go on. The command doesn't end with 0 then.
  func report(_ failure: Failure) {
    report(failure.message)
    firstFailure.withLock { $0 = $0 ?? failure.status }
  }

  /// Whether the command can ask: input and output are a terminal. Scripts are never asked; for them, a command does what its options say.
  var isInteractive: Bool { streams.isTerminal(.input) && streams.isTerminal(.output) }

  func print(_ text: StyledText) {
    write(text, end: "\n", to: .output)
  }

  /// Says what the command has done. If the output was closed from the start, nobody wants to hear it, and that is no error.
  func tell(_ text: StyledText) {
    write(text, end: "\n", to: .output, isResult: false)
  }

  /// Writes a value or JSON and a line break to the standard output, byte for byte.
  ///
  /// On a terminal, control characters are shown in a visible form: a value must not be able to move the cursor or to forge lines.
  func printExact(_ text: String) {
    let shown = streams.isTerminal(.output) ? VisibleText.lines(of: text) : text
    write(shown + "\n", to: .output)
  }

  /// Writes the content of a file to the standard output, byte for byte, JSON or not. On a terminal, control characters are shown in a
  /// visible form.
  func print(document bytes: [UInt8]) {
    if streams.isTerminal(.output) {
      return write(VisibleText.lines(of: String(decoding: bytes, as: UTF8.self)), to: .output)
    }
    do throws(SystemCallError) { try streams.write(bytes, to: .output) } catch {
      firstError.withLock { $0 = $0 ?? error }
    }
  }

  func print(_ json: JSONValue) {
    printExact(json.text(.pretty(indent: 2)))
  }

  /// Writes an array of JSON to the standard output, some elements at a time: the text can be much larger than what it is made from.
  func print(array elements: some Sequence<JSONValue>) {
    print(elements, between: ("[", "]")) { .array($0) }
  }

  /// Writes an object to the standard output, some members at a time. Their keys have to be distinct.
  func print(members: some Sequence<JSONObject.Member>) {
    print(members, between: ("{", "}")) { .object(JSONObject(distinct: $0)) }
  }

  private func print<Part>(
    _ parts: some Sequence<Part>, between brackets: (open: String, close: String),
    joined: ([Part]) -> JSONValue
  ) {
    var next: [Part] = []
    var start = brackets.open + "\n"
    func write(end: String) {
      // Without the brackets, each on its own line.
      printExact(start + String(joined(next).text(.pretty(indent: 2)).dropFirst(2).dropLast(2)) + end)
      (next, start) = ([], "")
    }
    for part in parts {
      if next.count == Self.partsAtOnce { write(end: ",") }
      next.append(part)
    }
    guard !next.isEmpty else { return printExact(brackets.open + brackets.close) }
    write(end: "\n" + brackets.close)
  }

  private static let partsAtOnce = 1_000

  /// Writes a table that fits the window, some lines at a time; whole cells if the output isn't a terminal.
  func print(_ table: TextTable) {
    var lines: [String] = []
    var isHeading = true
    table.forEachLine(width: streams.windowWidth) { line in
      if isHeading { print(StyledText(line, style: .strong)) } else { lines.append(line) }
      isHeading = false
      guard lines.count == Self.partsAtOnce else { return }
      write(lines.joined(separator: "\n") + "\n", to: .output)
      lines = []
    }
    if !lines.isEmpty { write(lines.joined(separator: "\n") + "\n", to: .output) }
  }

  func report(_ text: StyledText) {
    write(text, end: "\n", to: .error)
  }

  /// Asks a question; returns `true` only for the answers `y` and `yes`. Anything else is a no, the end of the input included.
  func confirms(_ question: StyledText) -> Bool {
    ["y", "yes"].contains(line(question)?.lowercased())
  }

  /// Asks for a line; returns `nil` at the end of the input.
  func line(_ prompt: StyledText) -> String? {
    write(prompt, end: "", to: .output)
    return streams.readLine()
  }

  /// Reads the standard input to its end, at most as much as a document may have. A longer input is a failure, and nothing of it is used.
  ///
  /// - Parameter name: The name of the input in the error.
  func readInput(_ name: String) throws(Failure) -> [UInt8] {
    do throws(SystemCallError) { return try streams.readAll(atMost: InputLimits.documentSize) } catch {
      guard error.isTooLarge else {
        throw Failure(.ioError, message: "\(name) can't be read (\(error)); nothing was changed.")
      }
      throw Failure(SettingsStorageError(reading: name, error))
    }
  }

  /// Reads what the user has named on the command line: `-` for the standard input, a file, or a stream, such as `<(COMMAND)` of a shell.
  ///
  /// - Parameters:
  ///   - name: What it is, in the error of the standard input.
  ///   - advice: What to do if there is no such file.
  func read(operand path: String, _ name: String, ifAbsent advice: String) throws(Failure) -> [UInt8] {
    guard path != Arguments.standardInput else { return try readInput("The \(name) on the standard input") }
    return try Self.read(path, ifAbsent: advice, mayBeStream: true)
  }

  /// Reads a file that has to exist: without it, the failure is 66, with advice.
  static func read(
    _ path: String, ifAbsent advice: String, mayBeStream: Bool = false
  ) throws(Failure) -> [UInt8] {
    do throws(SettingsStorageError) {
      if let bytes = try POSIXFileSystem().readDocument(atPath: path, mayBeStream: mayBeStream) {
        return bytes
      }
    } catch {
      throw Failure(error)
    }
    throw Failure(.noInput, message: "\(path): no such file; \(advice).")
  }

  /// Writes prose. Control characters in data become visible even in a pipe, because its other end can be a terminal or a log.
  ///
  /// Colors are written only to a terminal that shows them, each piece with a reset at its end: a line that is cut leaves no color behind.
  private func write(_ text: StyledText, end: String, to stream: StandardStream, isResult: Bool = true) {
    let hasColors = streams.isTerminal(stream) && streams.hasColors
    let shown = text.pieces.map { piece in
      switch piece {
      case .lineBreak: return "\n"
      case .text(let text, let style):
        let visible = VisibleText.spelling(of: text)
        guard hasColors, style != .plain else { return visible }
        return "\u{1B}[\(style.rawValue)m\(visible)\u{1B}[0m"
      }
    }
    write(shown.joined() + end, to: stream, isResult: isResult)
  }

  /// Writes text, and keeps the first error of the standard output. An error of the standard error is ignored, because there is nowhere to
  /// report it.
  private func write(_ text: String, to stream: StandardStream, isResult: Bool = true) {
    do throws(SystemCallError) {
      try streams.write(text, to: stream)
    } catch {
      if stream == .output, isResult || !error.isClosed { firstError.withLock { $0 = $0 ?? error } }
    }
  }
}

/// One of a command's three streams. What a command writes to `output` is its result, to `error` everything else.
package enum StandardStream: Sendable {
  case input, output, error
}

/// The streams that a command reads and writes: the process's own, or values that a test passes.
///
/// Everything that a command does with a terminal is here, except for the editor, which has its own.
package protocol StandardStreams: Sendable {
  /// Whether terminals show colors.
  var hasColors: Bool { get }
  /// The number of columns of the window; `nil` if the output isn't a terminal, where tables aren't cut.
  var windowWidth: Int? { get }
  /// Whether a stream is a terminal.
  func isTerminal(_ stream: StandardStream) -> Bool
  func write(_ text: String, to stream: StandardStream) throws(SystemCallError)
  func write(_ bytes: [UInt8], to stream: StandardStream) throws(SystemCallError)
  /// Reads a line of the input; returns `nil` at its end.
  func readLine() -> String?
  /// Reads the input to its end. If there are more bytes than `limit`, throws an error for which ``SystemCallError/isTooLarge`` is `true`.
  func readAll(atMost limit: Int) throws(SystemCallError) -> [UInt8]
}

/// The streams of the process. They are opened before any thread starts, since a thread could open a file under the number of a closed
/// stream.
package struct ProcessStreams: StandardStreams {
  /// Opens `/dev/null` in place of each closed stream, see ``ByteStream/openMissingStandardStreams()``.
  package init() {
    ByteStream.openMissingStandardStreams()
  }

  /// Whether to use colors: the user hasn't opted out (no-color.org), and the terminal has colors.
  package var hasColors: Bool {
    let terminal = EnvironmentVariables.value("TERM") ?? ""
    return (EnvironmentVariables.value("NO_COLOR") ?? "").isEmpty && !terminal.isEmpty && terminal != "dumb"
  }

  package var windowWidth: Int? { ByteStream.standardOutput.columns }

  package func isTerminal(_ stream: StandardStream) -> Bool { bytes(of: stream).isTerminal }

  package func write(_ text: String, to stream: StandardStream) throws(SystemCallError) {
    try write(Array(text.utf8), to: stream)
  }

  package func write(_ bytes: [UInt8], to stream: StandardStream) throws(SystemCallError) {
    try self.bytes(of: stream).write(bytes)
  }

  package func readLine() -> String? { Swift.readLine() }

  package func readAll(atMost limit: Int) throws(SystemCallError) -> [UInt8] {
    try POSIXFileSystem().readAll(ByteStream.standardInput.descriptor, atMost: limit)
  }

  /// Returns the stream with the number 0, 1 or 2.
  private func bytes(of stream: StandardStream) -> ByteStream {
    switch stream {
    case .input: .standardInput
    case .output: .standardOutput
    case .error: .standardError
    }
  }
}
