import SettingsEditing

/// The failure of a command: a status for scripts and a message for people.
///
///     settings-tui set app.json network.port=99999
///     settings-tui: app.json: error: network.port: Use 65535 or less instead of 99999.        exit status 1
///
/// Every error of the layers below becomes one: the initializers here are the list of which error has which status. A script can rely on
/// the status: 1 means that the program has understood and refuses; 75 that the same command may work a moment later; the others that
/// something outside has to be corrected first.
///
/// If a signal has ended the command, the process ends by the same signal after the message, as shells expect it.
struct Failure: Error {
  /// What the process ends with; see the table in `SettingsCommands.swift`.
  let status: ExitStatus
  /// The message; empty if the command has already printed everything. The program's name is put before it, a period is in it.
  let message: StyledText
  /// The signal that asked the program to end; `nil` if there was none. It counts instead of the status.
  let signal: Int32?

  init(_ status: ExitStatus, message: StyledText, signal: Int32? = nil) {
    self.status = status
    self.message = message
    self.signal = signal
  }

  /// Returns the failure for arguments that make no sense (64). It says what to write instead.
  static func usage(_ message: StyledText) -> Failure {
    Failure(.usage, message: message)
  }

  /// Returns the failure for a setting that the form makes read-only. What a rule or another layer locks is refused by the review instead,
  /// which knows the reason.
  static func readOnly(_ path: SettingPath, in store: StoreEngine) -> Failure {
    Failure(.refused, message: "\(store.name): \(path) is read-only.")
  }
}

extension Failure {
  /// Creates the failure of a storage: 74 if something can't be read or written, 73 if it may not, 75 if it might work in a moment.
  ///
  ///     larger than a document may be                        65
  ///     unreadable, a loop of links, not a file              74
  ///     no right to write, another user's folder             73
  ///     locked, being saved by another program               75
  ///     etcd can't be reached                                75
  init(_ error: SettingsStorageError) {
    let status: ExitStatus =
      switch error {
      case .unreadable(_, let error) where error.isTooLarge: .dataError
      case .unreadable, .linkLoop, .notAFile, .notWritten, .notRestored, .historyUnreadable:
        .ioError
      case .readOnly, .foreign, .groupNotKept, .mountPoint, .severalNames, .notConfirmable, .notCreatable,
        .historyUnwritable,
        .historyUntrusted,
        .historyMisplaced:
        .cannotCreate
      case .locked, .beingSaved, .historyRemoved: .temporaryFailure
      case .remote(_, let error): error.kind.status
      }
    self.init(status, message: "\(error)")
  }

  /// Creates the failure to open a store: 65 if a document, a layer, a form or a rule is wrong.
  init(_ error: SettingsStoreError) {
    switch error {
    case .storage(let error): self.init(error)
    case .malformed, .undecodable, .form, .defaults: self.init(.dataError, message: "\(error)")
    case .layers(let problems): self.init(.dataError, message: problems.map { "\($0)" }.joinedLines())
    case .rules(let error): self.init(.dataError, message: error.problems.map { "\($0)" }.joinedLines())
    case .invalid(let file, let problems): self.init(file: file, problems)
    }
  }

  /// Creates the failure of an apply or a confirmation: 1 if it was refused, or if there is nothing to decide about; 75 if another process
  /// was faster; and the storage's own status.
  ///
  /// - Parameters:
  ///   - file: The name of the file, which begins the message.
  ///   - signal: The signal that was received during the apply.
  init(_ error: ApplyError, file: String, signal: Int32? = nil) {
    switch error {
    case .storage(let error):
      self.init(error)
    case .plan(.storage(let error)):
      self.init(error)
    case .contended, .applyInProgress:
      self.init(.temporaryFailure, message: "\(file): \(error)")
    case .invalid(let problems): self.init(file: file, problems)
    case .vetoed, .commitFailed:
      let text = "\(file): \(error)"
      self.init(.refused, message: StyledText(text.hasSuffix(".") ? text : text + "."), signal: signal)
    case .undecodable, .uneditable, .conflicts, .awaitingConfirmation, .confirmationExpired,
      .confirmationCanceled, .stale, .notASetting, .canceled, .noVersion, .plan, .nothingPending,
      .otherPending, .expired, .damaged:
      self.init(.refused, message: "\(file): \(error)")
    }
  }

  /// Creates a failure with one line for each error; warnings aren't among them.
  private init(file: String, _ problems: [FormProblem]) {
    let errors = problems.filter { $0.severity == .error }
    self.init(.refused, message: errors.map { StyledText($0.line(in: file)) }.joinedLines())
  }
}

extension RemoteStorageError.Kind {
  /// The status for an error of a storage helper. An outcome that isn't known is 74, and so is a helper that doesn't work: the command must not
  /// be repeated without a look at the settings.
  fileprivate var status: ExitStatus {
    switch self {
    case .unreachable, .busy: .temporaryFailure
    case .tooLarge, .denied, .full, .incompatible, .refused: .cannotCreate
    case .unknownOutcome, .helperFailed: .ioError
    }
  }
}

extension FormProblem {
  /// Returns the problem as a line about a file, in the format of compilers, which editors can open: `app.json:3:24: error: …`, or
  /// `app.json: error: …` without a position.
  func line(in file: String) -> String { "\(file):\(position == nil ? " " : "")\(self)" }
}
