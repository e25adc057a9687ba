import Foundation
import Synchronization

/// Another program that edits the settings file, with one of the usual ways to save.
///
/// Each save increments the editor's own marker, a line that no other program changes. Editors take turns from reading to saving, so
/// each save contains the markers of all earlier saves. A marker that is missing later was not overwritten by another editor, unless
/// that editor had read content without it.
///
/// The pauses while it saves are part of what is tested: they are the time in which the file is empty, or in which its content is
/// outdated in the editor. The pauses between saves vary, so that saves and applies meet at all of their steps.
final class OtherEditor: Sendable {
  /// How a program saves.
  enum Style: String, CaseIterable, Sendable {
    /// Writes a new file and renames it to the old name.
    case rename
    /// Renames the old file to a backup and creates a new one.
    case backup
    /// Empties the file and writes it in two parts, with pauses.
    case truncate
    /// Changes bytes in the middle of the file.
    case inPlace
    /// `sed -i`.
    case sed
  }

  /// A marker that is missing from the file.
  struct Missing: Hashable, Sendable {
    var style: Style
    var marker: String
  }

  /// The editor's observations.
  struct Report: Sendable {
    var saves = 0
    /// The markers that were missing at the editor's next turn.
    var missing: [Missing] = []
    /// The number of contents that no program has saved: partial, empty or missing.
    var torn: [String] = []
  }

  /// Locked by the editor whose turn it is.
  private static let turn = Mutex(())

  let style: Style
  private let folder: String
  private let file: String
  private let state = Mutex(Report())
  var report: Report { state.withLock { $0 } }

  init(_ style: Style, of name: String, in folder: String) {
    self.style = style
    self.folder = folder
    file = folder + "/" + name
  }

  /// Returns the line with an editor's marker.
  static func line(_ style: Style, _ number: Int) -> String { "\"\(style.rawValue)\": \"\(digits(number))\"" }

  private static func digits(_ number: Int) -> String { String(100_000_000 + number).dropFirst().description }

  /// Saves as long as a race goes on, and checks for its last save each time.
  func run(in race: OtherProgramRace) {
    var pause: useconds_t = 0
    while race.goesOn {
      Self.turn.withLock { _ in takeTurn() }
      pause = (pause + 7_000) % 40_000
      usleep(2_000 + pause)
    }
    Self.turn.withLock { _ in _ = look() }
  }

  private func takeTurn() {
    guard let content = look() else { return }
    let number = report.saves
    let (old, new) = (Self.line(style, number), Self.line(style, number + 1))
    // Another editor may have saved without the last marker, which is reported already.
    let present = content.firstMatch(of: Self.pattern(style)).map { String($0.0) } ?? old
    let edited = content.replacing(present, with: new)
    guard edited != content else { return }
    save(edited, marker: new)
    state.withLock { $0.saves = number + 1 }
  }

  /// Reads the file and checks the last marker; returns `nil` if the file can't be edited.
  private func look() -> String? {
    guard let data = FileManager.default.contents(atPath: file) else {
      state.withLock { $0.torn.append("no file") }
      return nil
    }
    let content = String(decoding: data, as: UTF8.self)
    guard content.hasPrefix("{"), content.hasSuffix("}\n"), content.contains(Self.pattern(style)) else {
      state.withLock { $0.torn.append(content) }
      return nil
    }
    state.withLock { report in
      let marker = Self.line(style, report.saves)
      if !content.contains(marker) { report.missing.append(Missing(style: style, marker: marker)) }
    }
    return content
  }

  static func pattern(_ style: Style) -> Regex<Substring> {
    switch style {
    case .rename: /"rename": "[0-9]{8}"/
    case .backup: /"backup": "[0-9]{8}"/
    case .truncate: /"truncate": "[0-9]{8}"/
    case .inPlace: /"inPlace": "[0-9]{8}"/
    case .sed: /"sed": "[0-9]{8}"/
    }
  }

  // MARK: - Saving

  private func save(_ content: String, marker: String) {
    switch style {
    case .rename:
      write(content, to: file + ".new", O_CREAT | O_TRUNC)
      rename(file + ".new", file)
    case .backup:
      rename(file, file + "~")
      write(content, to: file, O_CREAT | O_TRUNC)
    case .truncate:
      let descriptor = open(file, O_WRONLY | O_TRUNC | O_CLOEXEC)
      let bytes = Array(content.utf8)
      usleep(15_000)
      _ = bytes[..<(bytes.count / 2)].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      usleep(5_000)
      _ = bytes[(bytes.count / 2)...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      close(descriptor)
    case .inPlace:
      writeInPlace(marker)
    case .sed:
      let pattern = "s/\"sed\": \"[0-9]*\"/\(marker)/"
      _ = try? Run("/usr/bin/env", ["sed", "-i", pattern, file], in: folder)
    }
  }

  private func write(_ content: String, to path: String, _ flags: Int32) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o644)
    let bytes = Array(content.utf8)
    _ = Foundation.write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  /// Reads and changes the file through one descriptor, as a program that maps it into memory does.
  private func writeInPlace(_ marker: String) {
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let length = read(descriptor, &bytes, bytes.count)
    let content = String(decoding: bytes[..<max(0, length)], as: UTF8.self)
    guard let range = content.firstRange(of: Self.pattern(style)) else { return }
    usleep(5_000)
    let offset = content.utf8.distance(from: content.startIndex, to: range.lowerBound)
    let line = Array(marker.utf8)
    _ = pwrite(descriptor, line, line.count, off_t(offset))
  }
}
