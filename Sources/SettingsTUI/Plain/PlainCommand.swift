import CTerminal
import Settings
import SettingsSystem

/// A command that a person can type at any prompt except the prompt for a value.
///
/// Each word has one meaning, since whoever works by ear can't look up where they are.
enum PlainCommand: String, CaseIterable {
  case list, more, back, top, all, problems, undo, redo, review, omit, keep, apply, history, layers, load,
    save, add
  case confirm, cancel
  case restore, discard, quit, help

  /// Parses a command: its letter or the whole word.
  init?(_ word: String) {
    let word = word == "?" ? "help" : word.lowercased()
    guard let found = Self.allCases.first(where: { $0.rawValue == word || $0.letter == word }) else {
      return nil
    }
    self = found
  }

  /// The short form, the same letter as the screen editor's key where there is one. Commands that are hard to reverse have no letter.
  var letter: String? {
    Self.guide.first { $0.dropFirst().hasPrefix(" or \(rawValue): ") }.map { String($0.prefix(1)) }
  }

  /// What can be typed, one command on each line, with its letter before its word.
  static let guide = """
    Type the number of an item to choose it.
    /WORDS: searches titles, paths, keywords, values and help. \(SearchFilter.sentence)
    //PATTERN/: searches by a regular expression.
    l or list: lists the items again.
    m or more: continues a long list.
    b or back: goes back; so does an empty line.
    t or top: goes to the outermost section.
    all: shows or hides advanced and hidden settings.
    p or problems: lists the problems.
    u or undo: undoes the last edit.
    redo: redoes it.
    s or review: reviews the changes.
    omit: with the number of a change in the review, such as omit 2, leaves it out of the next apply.
    keep: with the number of a change that is left out, includes it again.
    a or apply: applies the changes; with a number of seconds, such as a 60, they are rolled back after that time unless \
    confirmed.
    history: lists the file's versions, to roll back to one.
    layers: lists the layers that the values come from, to edit another one.
    load: with the path of a file, such as load preset.json, stages the file's values.
    save: with the path of a file, saves the settings with the changes there; nothing is applied.
    add: with a key, such as add KEY, adds it to a section that takes more keys than are listed.
    confirm: confirms the pending changes.
    cancel: cancels the pending confirmation, which rolls back the changes at once.
    restore: stages the changes that an earlier editor did not apply.
    discard: discards those changes.
    q or quit: ends the editor.
    h or help: lists the commands.
    """.split(separator: "\n").map(String.init)
}

/// The reply of the plain editor to a line, and its next prompt.
struct PlainAnswer: Equatable {
  /// Whole lines.
  var text = ""
  var prompt = ""
  /// Whether the next line is a secret, which is hidden while it is typed.
  var asksSecret = false
  /// What the session does before it reads the next line.
  var effect: EditorEffect?
}

/// Prompts for one line on the terminal, without a screen.
///
/// The terminal is always restored. A signal is returned, and the caller decides what to do. While the process is stopped
/// (Ctrl-Z), typed text is visible.
package enum LinePrompt {
  /// The answer to a prompt.
  package enum Answer: Equatable, Sendable {
    case line(String)
    /// The line isn't what was typed: a part of it is lost, or it isn't UTF-8. The reason is a sentence.
    case unusable(String)
    /// The input ended.
    case ended
    /// The process received a signal that ends it; the value is the signal's number.
    case signal(Int32)
  }

  /// The longest line that a terminal delivers, without its end (`N_TTY_BUF_SIZE` on Linux, more on other systems). It drops the rest
  /// of a longer line without a word.
  private static let mostBytes = 4_095

  /// Prompts for a line. A secret is hidden while it is typed.
  package static func ask(_ prompt: String, isSecret: Bool) -> Answer {
    let input = ByteStream.standardInput
    let output = ByteStream.standardError.isTerminal ? ByteStream.standardError : .standardOutput
    let descriptor = cterminal_catch_signals()
    guard descriptor >= 0 else { return .ended }
    let signals = SignalPipe(ByteStream(descriptor))
    defer { cterminal_release_signals() }

    func begin() {
      if isSecret { input.setEcho(false) }
      output.show(VisibleText.lines(of: prompt))
    }
    func end() {
      guard isSecret else { return }
      // Print the line break, because it was hidden with the secret.
      output.show("\n")
      input.setEcho(true)
    }
    begin()
    while true {
      let ready = ByteStream.wait(for: [signals.stream, input])
      if ready.contains(signals.stream) {
        for signal in signals.waitingSignals() {
          if Signal.endings.contains(signal) {
            end()
            return .signal(signal.rawValue)
          }
          if signal == .stop {
            end()
            cterminal_stop_process()
          }
          if signal == .resume { begin() }
        }
      } else if ready.contains(input) {
        switch input.readAvailable() {
        case .nothingYet: continue
        case .ended:
          end()
          return .ended
        case .bytes(let bytes):
          end()
          return answer(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], from: input)
        }
      }
    }
  }

  /// Returns the answer that a line is, without its line feed.
  static func answer(_ line: ArraySlice<UInt8>, from input: ByteStream) -> Answer {
    if line.count >= mostBytes, input.isTerminal {
      return .unusable(
        "A terminal passes on \(mostBytes) bytes of a line, and the rest is lost; a pipe as the standard input has no limit."
      )
    }
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return String(validating: text, as: UTF8.self).map { .line($0) }
      ?? .unusable("The line isn't valid UTF-8.")
  }
}

extension ValueComparison.Shown {
  /// Returns the change in words, for a screen reader.
  ///
  /// - Parameter verb: What is between the old and the new value.
  func sentence(becoming verb: String) -> String {
    switch self {
    case .values(let old, let new): return "\(old), \(verb) \(new)"
    case .words(let segments): return Self.sentence(segments)
    case .counts(let text): return text
    case .added(let text): return "added, \(text)"
    case .removed(let text): return "removed, \(text)"
    case .moved(let from): return "moved from place \(from.keys.last ?? "0")"
    }
  }

  private static func sentence(_ segments: [TextDifference.Segment]) -> String {
    var phrases: [String] = []
    var removed: String?
    for segment in segments {
      switch (removed, segment) {
      case (let old?, .added(let new)):
        phrases.append("“\(trimmed(old))” becomes “\(trimmed(new))”")
        removed = nil
        continue
      case (let old?, _): phrases.append("“\(trimmed(old))” is removed")
      case (nil, .added(let new)): phrases.append("“\(trimmed(new))” is added")
      case (nil, _): break
      }
      if case .removed(let text) = segment { removed = text } else { removed = nil }
    }
    if let removed { phrases.append("“\(trimmed(removed))” is removed") }
    return phrases.joined(separator: ", ")
  }

  /// Returns the words without the spaces around them, unless there is nothing else.
  private static func trimmed(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? text : words
  }
}
