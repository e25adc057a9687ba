import Settings

/// Why a command did not do its job: a status for scripts, and words for people.
struct Failure: Error {
  let status: ExitStatus
  let message: String
  /// The signal that asked the program to end; `nil` if none did.
  let signal: Int32?

  init(_ status: ExitStatus, _ message: String, signal: Int32? = nil) {
    self.status = status
    self.message = message
    self.signal = signal
  }

  static func usage(_ message: String) -> Failure {
    Failure(.usage, message)
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
      case .locked, .beingSaved: .temporaryFailure
      }
    self.init(status, "\(error)")
  }

  init(_ error: StoreError) {
    switch error {
    case .storage(let error): self.init(error)
    case .malformed, .undecodable, .form, .defaults, .rules: self.init(.dataError, "\(error)")
    case .invalid: self.init(.refused, "\(error)")
    }
  }

  init(_ error: ApplyError, file: String, signal: Int32? = nil) {
    switch error {
    case .storage(let error):
      self.init(error)
    case .contended, .underWay:
      self.init(.temporaryFailure, "\(file): \(error)")
    case .invalid(let problems):
      let errors = problems.filter { $0.severity == .error }
      self.init(.refused, errors.map { $0.line(in: file) }.joined(separator: "\n"))
    case .notTakenBack(.storage(let error)):
      self.init(error)
    case .vetoed, .commitFailed:
      let text = "\(file): \(error)"
      self.init(.refused, text.hasSuffix(".") ? text : text + ".", signal: signal)
    case .undecodable, .uneditable, .conflicts, .awaitingConfirmation, .notTakenBack, .overdue, .stale,
      .noVersion, .plan:
      self.init(.refused, "\(file): \(error)")
    }
  }

  init(_ error: ConfirmationError, file: String) {
    switch error {
    case .storage(let error): self.init(error)
    case .contended: self.init(.temporaryFailure, "\(file): \(error)")
    case .nothingPending, .otherPending, .overdue, .damaged: self.init(.refused, "\(file): \(error)")
    }
  }
}

extension FormProblem {
  /// The problem as a line about a file, the way compilers write it.
  func line(in file: String) -> String { "\(file):\(position == nil ? " " : "")\(self)" }
}
