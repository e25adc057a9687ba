import Settings

/// The failure of a command: a status for scripts and a message for people.
struct Failure: Error {
  let status: ExitStatus
  /// The message; empty if the command has already printed everything.
  let message: StyledText
  /// The signal that asked the program to end.
  let signal: Int32?

  init(_ status: ExitStatus, message: StyledText, signal: Int32? = nil) {
    self.status = status
    self.message = message
    self.signal = signal
  }

  static func usage(_ message: StyledText) -> Failure {
    Failure(.usage, message: message)
  }

  static func unreadable(_ path: String, error: SystemError) -> Failure {
    Failure(.ioError, message: "\(path) can't be read (\(error)).")
  }

  static func readOnly(_ path: SettingPath, in store: UntypedStore) -> Failure {
    Failure(.refused, message: "\(store.name): \(path) is read-only.")
  }
}

extension Failure {
  init(_ error: StorageError) {
    let status: ExitStatus =
      switch error {
      case .unreadable, .linkLoop, .notAFile, .notWritten, .historyUnreadable: .ioError
      case .readOnly, .foreign, .groupNotKept, .mountPoint, .notCreatable, .historyUnwritable,
        .historyUntrusted,
        .historyMisplaced:
        .cannotCreate
      case .locked, .beingSaved, .historyRemoved: .temporaryFailure
      case .remote(_, let error): error.kind.status
      }
    self.init(status, message: "\(error)")
  }

  init(_ error: StoreError) {
    switch error {
    case .storage(let error): self.init(error)
    case .malformed, .undecodable, .form, .defaults: self.init(.dataError, message: "\(error)")
    case .layers(let problems): self.init(.dataError, message: problems.map { "\($0)" }.joinedLines())
    case .rules(let error): self.init(.dataError, message: error.problems.map { "\($0)" }.joinedLines())
    case .invalid(let file, let problems): self.init(file: file, problems)
    }
  }

  init(_ error: ApplyError, file: String, signal: Int32? = nil) {
    switch error {
    case .storage(let error):
      self.init(error)
    case .contended, .applyInProgress:
      self.init(.temporaryFailure, message: "\(file): \(error)")
    case .invalid(let problems): self.init(file: file, problems)
    case .rollbackFailed(.storage(let error)):
      self.init(error)
    case .vetoed, .commitFailed:
      let text = "\(file): \(error)"
      self.init(.refused, message: StyledText(text.hasSuffix(".") ? text : text + "."), signal: signal)
    case .undecodable, .uneditable, .conflicts, .awaitingConfirmation, .rollbackFailed, .confirmationExpired,
      .confirmationCanceled, .stale, .notASetting, .canceled, .noVersion, .plan:
      self.init(.refused, message: "\(file): \(error)")
    }
  }

  /// Creates a failure with one line for each error.
  private init(file: String, _ problems: [FormProblem]) {
    let errors = problems.filter { $0.severity == .error }
    self.init(.refused, message: errors.map { StyledText($0.line(in: file)) }.joinedLines())
  }

  init(_ error: ConfirmationError, file: String) {
    switch error {
    case .storage(let error): self.init(error)
    case .contended, .applyInProgress: self.init(.temporaryFailure, message: "\(file): \(error)")
    case .nothingPending, .otherPending, .expired, .damaged: self.init(.refused, message: "\(file): \(error)")
    }
  }
}

extension RemoteStorageError.Kind {
  fileprivate var status: ExitStatus {
    switch self {
    case .unreachable, .busy: .temporaryFailure
    case .tooLarge, .denied: .cannotCreate
    case .unknownOutcome, .full, .incompatible, .refused, .helperFailed: .ioError
    }
  }
}

extension FormProblem {
  /// Returns the problem as a line about a file, in the format of compilers.
  func line(in file: String) -> String { "\(file):\(position == nil ? " " : "")\(self)" }
}
