import SettingsJSON

/// The answer of an instance to a candidate: `{}`, or `{"veto":"port 80 is in use"}`.
struct EtcdVote: Hashable, Sendable {
  /// The maximum number of characters of a reason; the rest is left out.
  private static let maxReason = 2_000

  /// Why the instance refuses the candidate; `nil` if it agrees.
  let veto: String?

  init(veto: String?) {
    self.veto = veto.map { String($0.prefix(Self.maxReason)) }
  }

  /// Reads a value. A vote that can't be read is a veto.
  init(_ value: [UInt8]) {
    guard let object = JSONObject(parsing: value) else {
      veto = "its vote can't be read"
      return
    }
    switch object["veto"] {
    case nil: veto = nil
    case .string(let reason): veto = reason
    default: veto = "its vote can't be read"
    }
  }

  var value: [UInt8] {
    var object: JSONObject = [:]
    if let veto { object["veto"] = .string(veto) }
    return JSONValue.object(object).bytes()
  }
}
