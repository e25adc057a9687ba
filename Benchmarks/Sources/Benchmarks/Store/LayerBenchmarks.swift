import Foundation
import Settings

/// Opening a store whose values are in five files, compared with opening each of the files alone.
func runLayers() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("settings-bench-\(getpid())")
    .path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  for size in [Thousand.self, TenThousand.self] as [any SampleSettings.Type] {
    try runLayers(size, in: folder)
  }
}

private func runLayers<Root: SampleSettings>(_ type: Root.Type, in folder: String) throws {
  let index = FormIndex(try Root.form)
  let files = try fifths(of: Root.json).enumerated().map { number, part in
    let path = "\(folder)/\(Root.count).\(number).json"
    try Data(part.bytes(.pretty())).write(to: URL(fileURLWithPath: path))
    return path
  }
  var contest = Contest("Opening \(Root.count) settings in five files")
  contest.add("a store for each file") {
    for file in files {
      use(
        try StoreEngine(
          form: index, layers: SettingsLayers(storage: FileStorage(file)),
          options: StoreOptions(refresh: .manual)))
    }
  }
  contest.add("one store, the files as layers") { use(try layeredStore(files, index)) }
  try contest.run()

  let store = try layeredStore(files, index)
  let paths = index.settings.map(\.path)
  var lookup = Contest("The origins of \(paths.count) settings in five files")
  lookup.add("SettingOrigin, with line and column") { for path in paths { use(store.origin(at: path)) } }
  try lookup.run()
}

private func layeredStore(_ files: [String], _ index: FormIndex) throws -> StoreEngine {
  try StoreEngine(
    form: index,
    layers: SettingsLayers(below: files.dropLast().map { .file($0) }, file: files[files.count - 1]),
    options: StoreOptions(refresh: .manual))
}

/// Distributes the members of an object over five objects.
private func fifths(of value: JSONValue) -> [JSONValue] {
  guard case .object(let object) = value else { return [] }
  return (0..<5).map { number in
    var part = JSONObject()
    for (place, member) in object.members.enumerated() where place % 5 == number {
      part[member.key] = member.value
    }
    return .object(part)
  }
}
