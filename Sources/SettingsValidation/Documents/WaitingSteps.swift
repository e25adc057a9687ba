/// The values of a document that only the app can bring up to date. Other programs leave them as they are.
package struct WaitingSteps: Sendable {
  /// The places that hold such values, or that will.
  private var places = TouchedPaths()
  /// What the migrations with a version read and write, if the document is of an earlier version and stays so. A new value there would count
  /// as an old one.
  private var patterns: [SettingPath] = []
  private(set) var notices: [FormProblem] = []
  package private(set) var isEmpty = true

  mutating func add(_ paths: [SettingPath], _ notice: FormProblem?) {
    isEmpty = false
    paths.forEach { places.insert($0) }
    // Several elements can wait for the same value.
    if let notice, notice != notices.last { notices.append(notice) }
  }

  mutating func add(versionsAfter version: Int, of form: FormSchema) {
    for migration in form.migrations where migration.needsApp && migration.before ?? 0 > version {
      patterns += migration.reads + migration.writes
    }
  }

  /// Whether a path is such a place, or lies inside or around one.
  func meets(_ path: SettingPath) -> Bool { places.meets(path) }

  /// Returns why a program without the app can't set a value; `nil` if it can.
  package func refusal(at path: SettingPath) -> FormProblem? {
    guard !isEmpty, meets(path) || patterns.contains(where: { $0.meets(path) }) else { return nil }
    let text = "Change it in the app, which has to convert this file from an earlier version first."
    return FormProblem(path: path, reason: .message(text))
  }
}

/// The paths that several edits touch. Edits that are made together must not meet: `a` → `b` and a conversion of `b.x` would change the same
/// text.
///
/// A lookup takes no longer if there are many: a list of 100 000 old elements has an edit for each, and comparing each with each would take
/// quadratic time.
struct TouchedPaths {
  private var paths: Set<SettingPath> = []
  /// The paths and everything around them: an edit there would change the same text.
  private var around: Set<SettingPath> = []

  /// Notes that an edit changes the value at a path.
  mutating func insert(_ path: SettingPath) {
    paths.insert(path)
    around.formUnion(path.prefixes)
  }

  /// Whether a path is one of the paths, or lies inside or around one of them. Two such edits would change the same text.
  func meets(_ path: SettingPath) -> Bool {
    around.contains(path) || path.prefixes.contains(where: paths.contains)
  }
}
