// Sources: Sources/SettingsSystem Sources/SettingsJSON Sources/SettingsForm Sources/SettingsValidation Sources/Settings Sources/SettingsStorageHelper
// Module: Settings

import Glibc

/// Reads bytes as a line of the protocol of storage helpers, and as a history folder: nothing crashes, a damaged record is never used, and
/// the settings file stays as it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  if first < 128 { checkProtocol(rest) } else { checkHistory(rest) }
  return 0
}

private let requests: [HelperRequest] = [
  .hello(versions: [1]), .read(asSignaled: false), .numbers(asRead: false), .header(1), .record(1),
  .timeToConfirm(1),
  .settings, .recordSettings([1]), .watch, .propose([1]), .endProposal, .revert([1]),
]

private func checkProtocol(_ bytes: [UInt8]) {
  guard let object = JSONObject(parsing: bytes) else { return }
  if let request = HelperRequest(object) {
    let json = request.json(id: 1)
    guard case .object(let written) = json, let again = HelperRequest(written) else {
      fatalError("A request can't be read back: \(json)")
    }
    if again.json(id: 1) != json { fatalError("A request reads back differently: \(json)") }
  }
  for request in requests {
    guard let reply = HelperReply(object, to: request) else { continue }
    let json = reply.json(id: 1)
    guard case .object(let written) = json, let again = HelperReply(written, to: request) else {
      fatalError("A reply can't be read back: \(json)")
    }
    if again.json(id: 1) != json { fatalError("A reply reads back differently: \(json)") }
  }
}

/// The folder that the histories are in, in memory.
private let folder: String = {
  let path = "/dev/shm/settings-fuzz-\(getpid())"
  mkdir(path, 0o700)
  atexit { _ = system("rm -rf /dev/shm/settings-fuzz-\(getpid())") }
  return path
}()

private func write(_ bytes: [UInt8], _ path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard file >= 0 else { return }
  _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
  close(file)
}

/// The input is a list of files: the number of the name, the size, and the content. A content that begins with `!` becomes the header of
/// an intact record, so that the checksum isn't in the way.
private func checkHistory(_ bytes: [UInt8]) {
  let file = folder + "/f.json"
  let history = folder + "/.f.json.history"
  let content = Array(#"{"a": 1}"#.utf8)
  write(content, file)
  mkdir(history, 0o700)
  var rest = bytes[...]
  var names: [String] = []
  let known = ["1", "2", "3", "4", "lock", ".gitignore", "settings", "999999999", "0", "x"]
  while let name = rest.popFirst(), let size = rest.popFirst() {
    let place = Int(name) % known.count
    let body = Array(rest.prefix(Int(size) * 4))
    rest = rest.dropFirst(Int(size) * 4)
    names.append(known[place])
    if body.first == UInt8(ascii: "!"), let number = Int(known[place]), number > 0 {
      let parts = body.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let record = StorageRecord(
        header: Array(parts[0]).filter { $0 != 0x0a },
        content: parts.count > 1 ? .version(Array(parts[1])) : .note)
      write(
        RecordFile.parts(of: record, number: number, RevisionCache()).flatMap { $0 },
        history + "/" + known[place])
    } else {
      write(body, history + "/" + known[place])
    }
  }
  let storage = FileStorage(file)
  let log = SettingsLog(of: storage)
  _ = try? log.state()
  if let numbers = try? storage.logNumbers() {
    for number in numbers.prefix(8) {
      if case .found(let record)? = try? storage.logRecord(number) {
        // What is read as intact is written the same way.
        let parts = RecordFile.parts(of: record, number: number, RevisionCache()).flatMap { $0 }
        if RecordFile(beginning: parts, number: number) == nil {
          fatalError("An intact record can't be written")
        }
      }
    }
  }
  guard (try? storage.readBytes()) == content else { fatalError("Reading the history changed the file") }
  for name in names { unlink(history + "/" + name) }
}
