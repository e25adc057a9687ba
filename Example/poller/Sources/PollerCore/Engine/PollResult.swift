/// The result of one poll.
package enum PollResult: Hashable, Sendable {
  /// The target answered with a status code and a body of a size.
  case answered(status: Int, bytes: Int, after: Duration)
  /// The target didn't answer.
  case failed(reason: String)
}

extension PollResult: CustomStringConvertible {
  package var description: String {
    switch self {
    case .answered(let status, _, let duration): "\(status) in \(duration.inMilliseconds) ms"
    case .failed(let reason): "failed: \(reason)"
    }
  }
}

/// The judgment of a result.
package enum Verdict: Hashable, Sendable {
  case good, slow, bad

  /// Judges a result by the settings.
  package init(_ result: PollResult, of target: PollerSettings.Target, by settings: PollerSettings) {
    let judging = settings.judging
    switch result {
    case .failed: self = .bad
    case .answered(let status, let bytes, let duration):
      let isExpected = status == target.expectedStatus || judging.alsoExpected.contains(status)
      guard isExpected, bytes <= settings.request.maximumBody else {
        self = .bad
        return
      }
      guard duration > judging.slowAfter else {
        self = .good
        return
      }
      self = judging.slowIsFailure ? .bad : .slow
    }
  }
}

extension Duration {
  /// The whole milliseconds.
  package var inMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// The seconds, for calculations that need not be exact.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
