import SettingsJSON

/// The ends of the log and of the list of commits: `{"format":1,"record":12,"commit":40}`.
///
/// Every commit writes it, so its revision changes with every commit, also with one that doesn't change the document.
struct EtcdHead: Hashable, Sendable {
  private static let format = 1

  /// The number of the last record; 0 if there was none.
  var record = 0
  /// The number of the last commit; 0 if there was none.
  var commit = 0

  init(record: Int = 0, commit: Int = 0) {
    self.record = record
    self.commit = commit
  }

  /// Reads a value; returns `nil` if it is malformed or has another format.
  init?(_ value: [UInt8]) {
    guard let object = JSONObject(parsing: value),
      object.etcdInteger("format") == Int64(Self.format),
      let record = object.etcdInteger("record"), let commit = object.etcdInteger("commit"),
      record >= 0, commit >= 0, record < Int.max / 2, commit < Int.max / 2
    else { return nil }
    self.init(record: Int(record), commit: Int(commit))
  }

  var value: [UInt8] {
    let json: JSONValue = [
      "format": .number(JSONNumber(Self.format)), "record": .number(JSONNumber(record)),
      "commit": .number(JSONNumber(commit)),
    ]
    return json.bytes()
  }
}
