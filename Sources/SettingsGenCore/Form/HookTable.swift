import SettingsForm

/// The functions and the code that the app provides for its settings, each once.
struct HookTable {
  private struct Key: Hashable {
    var kind: GeneratedForm.Hook.Kind
    var name: String
  }

  private var hooks: [GeneratedForm.Hook] = []
  private var indices: [Key: Int] = [:]
  /// Where the code of hooks is written, by index.
  private var places: [Int: SourceLocation] = [:]

  /// Adds a setting or section that needs a hook.
  mutating func add(
    _ kind: GeneratedForm.Hook.Kind, _ name: String, for path: SettingPath, at place: SourceLocation? = nil
  ) {
    let key = Key(kind: kind, name: name)
    if let index = indices[key] {
      if hooks[index].paths.last != path { hooks[index].paths.append(path) }
    } else {
      indices[key] = hooks.count
      places[hooks.count] = place
      hooks.append(GeneratedForm.Hook(kind: kind, name: name, paths: [path]))
    }
  }

  /// The files that contain code of hooks.
  var files: Set<Int> { Set(places.values.map(\.file)) }

  /// Returns the hooks, with the lines that their code comes from.
  func hooks(in files: [SourceFile]) -> [GeneratedForm.Hook] {
    var result = hooks
    var tables: [Int: LineTable] = [:]
    for (index, place) in places {
      let file = files[place.file]
      let table = tables[place.file] ?? LineTable(file)
      tables[place.file] = table
      result[index].origin = GeneratedForm.Origin(path: file.path, line: table.number(of: place.offset))
    }
    return result
  }
}
