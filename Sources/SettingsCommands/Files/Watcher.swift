import SettingsEditing
import SettingsSystem
import SettingsTUI

/// Starts a background process that rolls back an apply if it isn't confirmed in time.
///
///     settings-tui apply --confirm-within 60     __watch FILE ID
///       │ prepare, store                            │
///       │ commit of the watcher ──── starts ───────▶│ sleeps until the deadline
///       │ commit of --commit                        │ confirmed? ─ yes ─▶ ends
///       ▼ ends                                      └─ no ─▶ rolls back, runs the same --commit
///
/// The command ends long before the deadline, often because the new settings have cut off the network connection over which somebody works.
/// So another process must roll back. It runs this program's command `__watch` (``ExpirationCommand``). If it is killed, the next command
/// on the file does its work, since the deadline is in the file's log and not in the process.
///
/// The watcher is the first participant of the apply: the process is running before any command of the user can fail or hang. If the apply
/// fails after that, its confirmation isn't pending anymore, and the process ends by itself.
struct Watcher: SettingsParticipant {
  /// The name of the command that the process runs.
  static let command = "__watch"
  /// The options of the apply that the process needs: its form and its participants.
  static let options: [Option] = [.schema] + ParticipantCommands.options

  let name = "the watcher"
  /// The words of the options that the process gets, such as `--schema form.json --commit "systemctl reload app"`.
  private let options: [String]
  private let console: Console

  /// Creates the watcher of an apply.
  ///
  /// - Parameter arguments: The arguments of the apply, of which the process gets the form and the participants.
  init(_ arguments: Arguments, console: Console) {
    self.console = console
    options = Self.options.flatMap { option in
      arguments[option].map { [option.rawValue, $0] } ?? []
    }
  }

  /// Starts the process if the apply waits for a confirmation. It never fails: without the process, the next command on the file rolls
  /// back, which is reported.
  func commit(_ review: FormReview) async throws {
    guard let pending = review.confirmation else { return }
    do throws(SystemCallError) {
      try console.startAgain([Self.command] + options + ["--", review.file, pending.id.description])
    } catch {
      console.report(
        "\(review.file): no watcher could be started (\(error)); the first command after the deadline restores the old "
          + "settings.")
    }
  }
}

extension StoreEngine {
  /// Rolls back an apply that wasn't confirmed in time, and reports it on the standard error.
  ///
  /// The watcher normally does this, so it gets ``PendingConfirmation/headStart`` to finish. Without the head start, both processes would
  /// find the same expired apply and begin to roll it back at the same time. The wait is that for the apply as it was seen first; what a
  /// storage says later can't extend it. If the apply isn't pending anymore, the store reads the restored content.
  ///
  /// A log that can't be read is ignored here. Throws if a signal was received during the rollback, if the restored content can't be read,
  /// or if the rollback failed and the command can't go on without it. A command that reads goes on with the changes that should be gone,
  /// and ends with the status of the failure.
  ///
  /// - Parameter isRequired: Whether the command can't go on without the rollback.
  func rollBackIfExpired(
    _ commands: ParticipantCommands?, isRequired: Bool, console: Console
  ) async throws(Failure) {
    // An unreadable log must not prevent a command from reading the file.
    guard let expired = try? pendingConfirmation(), expired.remaining() == .zero else { return }
    // Wait as long as the watcher may still be at work.
    var pause = GrowingPause(from: .milliseconds(50), to: .milliseconds(500))
    while case let left = expired.headStartLeft(), left > .zero {
      try? await console.sleep(min(pause.next(), left))
      guard let pending = try? pendingConfirmation(), pending.remaining() == .zero else {
        do throws(SettingsStoreError) { try refresh() } catch { throw Failure(error) }
        return
      }
    }
    // The watcher isn't there anymore, so this process does its work.
    commands?.beginToCatchSignals()
    let rollback: ExpiredApply?
    do throws(ApplyError) { rollback = try await rollBackIfExpired() } catch {
      commands?.endCatchingSignals()
      let reason = Failure(error, file: name)
      let failure = Failure(
        reason.status,
        message:
          "\(name): The changes by \(expired.author) were not confirmed in time, but can't be rolled back. \(reason.message) "
          + "Each further command tries it again.",
        signal: commands?.receivedSignal)
      if isRequired || failure.signal != nil { throw failure }
      return console.report(failure)
    }
    commands?.endCatchingSignals()
    if let rollback {
      console.report("\(name): \(rollback.sentence(isProgramInformed: commands?.informsProgram ?? false))")
      for problem in rollback.outcome.problems { console.report(StyledText(problem.line(in: name))) }
    }
    if let signal = commands?.receivedSignal { throw Failure(.refused, message: "", signal: signal) }
  }
}

extension StoreEngine.ExpiredApply {
  /// Returns a sentence about what happened.
  ///
  /// - Parameter isProgramInformed: Whether a command has informed the program that uses the settings.
  fileprivate func sentence(isProgramInformed: Bool) -> String {
    let sentence =
      "The changes by \(pending.author) were not confirmed in time; the old settings are restored"
    if !outcome.failures.isEmpty { return "\(sentence), but \(outcome.failures.text)." }
    return isProgramInformed
      ? sentence + "." : "\(sentence), but no --commit has informed the program that uses them."
  }
}

extension StoreEngine {
  /// Returns the apply that is waiting for its confirmation; `nil` if there is none. Throws if the log can't be read.
  func pending() throws(Failure) -> PendingConfirmation? {
    do throws(ApplyError) { return try pendingConfirmation() } catch {
      throw Failure(error, file: name)
    }
  }

  /// The failure if no apply is waiting, or if that isn't known because the history can't be read.
  ///
  /// A damaged log must not be reported as "nothing waits": somebody would believe that the changes are safe.
  var nothingPending: Failure {
    do throws(SettingsStoreError) {
      if try history().isEmpty {
        return Failure(.noInput, message: "\(name): no such file; name a settings file.")
      }
    } catch {
      if case .storage(.historyUnreadable) = error { return Failure(error) }
    }
    return Failure(.nothingPending, file: name)
  }

  /// Reports an apply that is waiting for its confirmation. Commands that only read do it at their end, since what they have printed may
  /// soon be rolled back.
  func reportPending(to console: Console) throws(Failure) {
    if let pending = try pending() { console.report("\(name): \(pending).") }
  }
}

extension PendingConfirmation {
  /// The pending apply as JSON, in reports of an apply, of the log and of `confirm`:
  ///
  ///     {"id": "17d0f522", "deadline": "2026-11-26T16:45:35Z", "secondsLeft": 60, "author": "root", "message": null}
  ///
  /// `secondsLeft` is of more use than the deadline: it is measured on a clock that nobody sets.
  var json: JSONValue {
    [
      "id": .string(id.description),
      "deadline": .string(deadline.description),
      "secondsLeft": .number(JSONNumber(remaining().components.seconds)),
      "author": .string(author),
      "message": message.map(JSONValue.string) ?? .null,
    ]
  }
}

extension Arguments {
  /// The ID of a confirmation in the second operand, such as `17d0f522`; `nil` without the operand. Throws a usage failure for another
  /// word.
  var confirmationID: ConfirmationID? {
    get throws(Failure) {
      guard operands.count > 1 else { return nil }
      guard let id = ConfirmationID(operands[1]) else {
        throw .usage("\(operands[1]) is not the ID of a confirmation; an ID has eight hexadecimal digits.")
      }
      return id
    }
  }
}

extension PendingConfirmation {
  /// Explains how to keep the changes, with a command to paste into a shell:
  ///
  ///     The old settings are restored in 60 s unless you keep the new ones:
  ///       settings-tui confirm app.json 17d0f522
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the apply.
  ///   - file: The file; `nil` for the file that the arguments name.
  func notice(_ arguments: Arguments, file: String? = nil) -> StyledText {
    let operand = file ?? arguments.operands[0]
    let file = RemoteAddress(operand) == nil ? operand : operand.hidingPassword
    let schema = arguments[.schema].map { [Option.schema.rawValue, $0] } ?? []
    let words = (schema + (file.hasPrefix("-") ? ["--", file] : [file])).map(ShellWord.quoted)
    return """
      The old settings are restored in \(secondsLeft) s unless you keep the new ones:
        settings-tui confirm \(words.joined(separator: " ")) \(id, .strong)
      """
  }
}
