import SettingsForm

/// A saved review, to be applied later: either exactly these changes are applied, or none.
///
/// Use a plan where one process or person prepares a change, and another approves and applies it: in a pipeline, or at night. A draft, in
/// contrast, lives only in its process, and is merged with what others have stored.
///
/// ```swift
/// let plan = try store.plan(draft)
/// try Data(plan.bytes).write(to: URL(filePath: "change.plan"))
///
/// // Later, perhaps in another process:
/// let saved = try SettingsPlan(parsing: Array(Data(contentsOf: URL(filePath: "change.plan"))))
/// try await store.apply(saved)
/// ```
///
/// A plan is stale if the stored content is no longer the version that it was created for, even if a rollback has stored the same content
/// again. So it can be applied once. It can't be applied to another file or form; a plan of an earlier version of the app is migrated, as
/// its files are.
///
/// A plan is the review as JSON, so people can read it before they approve. Its `format` is `settings-plan-1`, or `settings-plan-2` if it
/// also writes comments or moves values. It contains the new values in plain text, so a draft that sets secrets can't become a plan.
///
/// It is a `Sendable` value. Cost: linear in the number of changes.
public struct SettingsPlan: Hashable, Sendable {
  private static let format = "settings-plan-1"
  /// The format of a plan with changes of the text around values. Versions that don't know it refuse it, so they don't apply only a part.
  private static let formatWithText = "settings-plan-2"

  private let file: String
  private let form: SettingsRevision
  /// The title of the form if an app has written it; otherwise `nil`. Later versions of the app's form have the same title, so a plan of an
  /// earlier version is recognized and migrated.
  private let app: String?
  private let revision: SettingsRevision?
  /// The number of the last version on record when the plan was created; 0 if there was none.
  let version: Int
  /// The version of the documents of the form; see ``FormMigration``.
  private let documentVersion: Int
  private let changes: [SettingPath: JSONEdits.Change]
  /// What the changes do to the text around values.
  private let text: TextChanges
  private let json: JSONValue

  /// Creates a plan from a review.
  ///
  /// - Parameters:
  ///   - text: What the changes do to the text around values.
  ///   - identity: The identity of the place that the draft is for.
  ///   - form: The form.
  ///   - version: The number of the last version on record; 0 if there is none.
  init(
    _ review: FormReview, _ text: TextChanges, for identity: String, form: FormSchema, version: Int
  ) throws(SettingsPlanError) {
    let secrets = review.changes.filter { $0.isSecret && $0.kind != .remove }.map(\.path)
    guard secrets.isEmpty else { throw .secret(secrets) }
    guard case .object(var object) = review.json else {
      throw .unreadable(reason: "the review isn't an object.")
    }
    object["file"] = .string(identity)
    object["form"] = .string(form.revision.description)
    object["app"] = form.app.map { .string($0) }
    object["format"] = .string(text.isEmpty ? Self.format : Self.formatWithText)
    for member in text.json.members { object[member.key] = member.value }
    object["version"] = .number(JSONNumber(version))
    if form.documentVersion > 0 { object["documentVersion"] = .number(JSONNumber(form.documentVersion)) }
    try self.init(.object(object))
  }

  /// Reads a plan from the bytes that ``bytes`` returned.
  ///
  /// Throws ``SettingsPlanError/unreadable(reason:)`` if the bytes aren't a plan of this format. Whether it can be applied is checked by the apply.
  public init(parsing bytes: [UInt8]) throws(SettingsPlanError) {
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: bytes, dialect: .strict)
    } catch {
      throw .unreadable(reason: "\(error)")
    }
    try self.init(document.root.value)
  }

  private init(_ json: JSONValue) throws(SettingsPlanError) {
    guard case .object(let object) = json, let format = object["format"]?.text,
      [Self.format, Self.formatWithText].contains(format)
    else {
      throw .unreadable(reason: "its format is neither \(Self.format) nor \(Self.formatWithText).")
    }
    guard let text = format == Self.format ? TextChanges() : TextChanges(object) else {
      throw .unreadable(reason: "its comments or moves are malformed.")
    }
    self.text = text
    guard case .string(let file)? = object["file"], case .string(let form)? = object["form"],
      let form = SettingsRevision(form), case .array(let changes)? = object["changes"],
      case .number(let number)? = object["version"], let version = number.integer(as: Int.self)
    else { throw .unreadable(reason: "its file, form, version or changes are missing.") }
    switch object["revision"] {
    case .null?: revision = nil
    case .string(let text)?:
      guard let read = SettingsRevision(text) else { throw .unreadable(reason: "its revision is malformed.") }
      revision = read
    default: throw .unreadable(reason: "its revision is missing.")
    }
    self.json = json
    self.version = version
    documentVersion =
      if case .number(let number)? = object["documentVersion"] { number.integer() ?? 0 } else { 0 }
    self.file = file
    self.form = form
    app = object["app"]?.text
    var read: [SettingPath: JSONEdits.Change] = [:]
    for change in changes {
      let (path, change) = try Self.change(change)
      read[path] = change
    }
    self.changes = read
  }

  private static func change(_ json: JSONValue) throws(SettingsPlanError) -> (SettingPath, JSONEdits.Change) {
    guard case .object(let object) = json, let path = SettingPath(pointerIn: object["pointer"]),
      case .string(let kind)? = object["kind"],
      let kind = SettingChange.Kind(rawValue: kind), let new = object["stored"] ?? object["new"]
    else { throw .unreadable(reason: "one of its changes is malformed.") }
    return (path, kind == .remove ? .remove : .set(new))
  }

  package var paths: [SettingPath] { Array(changes.keys) }

  /// The plan as JSON in UTF-8, ready to be saved, with a line feed at its end.
  public var bytes: [UInt8] { Array((json.text(.pretty(indent: 2)) + "\n").utf8) }

  /// Stages the plan's changes in an empty draft. Throws if the file, the form or the stored content isn't the planned one; the draft can
  /// have a part of the changes then, and isn't used.
  ///
  /// A value that equals a default is stored, too: the plan was made when it was a change.
  func stage(in draft: inout Draft, for identity: String, form: FormSchema) throws(SettingsPlanError) {
    guard file == identity else { throw .otherFile(file) }
    guard draft.revision == revision else { throw .stale }
    let isSame = form.isPlanned(as: self.form)
    guard isSame || app != nil && app == form.app else { throw .otherForm }
    // Where comments and moved values are in another form isn't known.
    guard isSame || text.isEmpty else { throw .otherForm }
    let changes = isSame ? changes : try migrated(by: draft.validator)
    let index = draft.validator.index
    // No plan has a secret when it is made, so somebody has written this one into it.
    let secrets = changes.compactMap { path, change -> SettingPath? in
      guard case .set(let value) = change else { return nil }
      let secrecy = index.secrecy(at: path)
      return secrecy.isWhole || secrecy.hidesPart(of: value) ? path : nil
    }
    guard secrets.isEmpty else { throw .secret(secrets.sorted { $0.pointer < $1.pointer }) }
    do throws(UnknownSettingError) {
      for (path, change) in changes {
        switch change {
        case .set(let value): try draft.stage(value, at: path, storesDefaults: true)
        // What is to be kept as a comment is noted below.
        case .remove where text.commentSwitches.contains(path): draft.removeMember(at: path)
        case .remove: if draft.removeUndescribed(at: path).isEmpty { try draft.reset(path) }
        }
      }
    } catch {
      throw .otherForm
    }
    let spelled = draft.textChanges.spelledPaths
    draft.textChanges = text
    draft.textChanges.spelledPaths = spelled
    for list in text.elementOrigins.keys { draft.stageMoves(in: list) }
  }

  /// Returns the changes of an earlier version of the form as changes of this form: the values are put into a document, which is read like
  /// any other. If anything in it remains unknown or invalid, the plan is for another form.
  ///
  /// The update of an app between the plan and its application shouldn't make the plan worthless. But a plan is exact or nothing, so a
  /// value that can't be carried over makes it a plan for another form.
  private func migrated(by validator: FormValidator) throws(SettingsPlanError) -> [SettingPath: JSONEdits
    .Change]
  {
    let index = validator.index
    var edits = JSONEdits()
    var migrated: [SettingPath: JSONEdits.Change] = [:]
    for (path, change) in changes {
      switch change {
      case .set(let value): edits.set(value, at: path)
      case .remove:
        guard let current = index[path] ?? index.entry(formerlyAt: path) else { throw .otherForm }
        migrated[current.path] = .remove
      }
    }
    if documentVersion > 0 {
      edits.set(.number(JSONNumber(documentVersion)), at: [JSONSchema.versionKey])
    }
    guard let bytes = try? JSONDocument().bytes(applying: edits),
      let document = try? JSONDocument(parsing: bytes)
    else { throw .otherForm }
    let read = validator.read(document)
    guard !read.problemsOfValues(in: index).contains(where: { $0.isAboutUnknownKey || $0.severity == .error })
    else {
      throw .otherForm
    }
    index.forEachValue(in: read.document) { position, node in
      migrated[index.settings[position].path] = .set(node.value)
    }
    return migrated
  }
}

extension TextChanges {
  /// The members of a plan, or of the record of unsaved changes; those that would be empty are missing.
  ///
  /// ```json
  /// {
  ///   "comments": [{"pointer": "/port", "text": "for tests"}],
  ///   "moves": [{"pointer": "/hosts/europe", "from": "/hosts/eu"}],
  ///   "elements": [{"pointer": "/tags", "from": [1, 2, null]}],
  ///   "commented": ["/size"]
  /// }
  /// ```
  package var json: JSONObject {
    func list<Value>(
      _ changes: [SettingPath: Value], _ key: String, _ json: (Value) -> JSONValue
    ) -> JSONValue? {
      guard !changes.isEmpty else { return nil }
      return .array(
        changes.map { ($0.key.pointer, json($0.value)) }.sorted { $0.0 < $1.0 }
          .map { ["pointer": .string($0.0), key: $0.1] })
    }
    var object = JSONObject()
    object["comments"] = list(comments, "text") { .string($0) }
    object["moves"] = list(origins, "from") { .string($0.pointer) }
    object["elements"] = list(elementOrigins, "from") {
      .array($0.map { $0.map { .number(JSONNumber($0)) } ?? .null })
    }
    if !commentSwitches.isEmpty {
      object["commented"] = .array(commentSwitches.map(\.pointer).sorted().map { .string($0) })
    }
    return object
  }

  /// Reads the members of a plan; returns `nil` if one is malformed.
  package init?(_ plan: JSONObject) {
    func read<Value>(_ name: String, _ key: String, _ value: (JSONValue) -> Value?) -> [SettingPath: Value]? {
      var changes: [SettingPath: Value] = [:]
      for element in plan[name]?.elementList ?? [] {
        guard case .object(let object) = element, let path = SettingPath(pointerIn: object["pointer"]),
          let value = object[key].flatMap(value)
        else { return nil }
        changes[path] = value
      }
      return changes
    }
    guard let comments = read("comments", "text", { $0.text }),
      let origins = read("moves", "from", { SettingPath(pointerIn: $0) }),
      let elementOrigins = read("elements", "from", Self.origins)
    else { return nil }
    self.init(comments: comments, origins: origins, elementOrigins: elementOrigins)
    for pointer in plan["commented"]?.elementList ?? [] {
      guard let path = SettingPath(pointerIn: pointer) else { return nil }
      commentSwitches.insert(path)
    }
  }

  private static func origins(_ json: JSONValue) -> [Int?]? {
    guard case .array(let elements) = json else { return nil }
    var origins: [Int?] = []
    for element in elements {
      guard let index = element.number?.integer(as: Int.self) else {
        guard element == .null else { return nil }
        origins.append(nil)
        continue
      }
      origins.append(index)
    }
    return origins
  }
}

extension SettingPath {
  /// Reads a JSON Pointer of a plan; returns `nil` for anything else, also for a path with periods.
  fileprivate init?(pointerIn json: JSONValue?) {
    guard let pointer = json?.text, pointer.isEmpty || pointer.hasPrefix("/"),
      let path = try? SettingPath(parsing: pointer)
    else { return nil }
    self = path
  }
}

extension FormSchema {
  /// The identity of the form in plans: the revision of its JSON Schema. A form with another help text is another form.
  fileprivate var revision: SettingsRevision { SettingsRevision(of: Array(exported.json.description.utf8)) }

  /// Whether the form of a plan is this one. In older plans, the lines of rules are a part of the form.
  fileprivate func isPlanned(as planned: SettingsRevision) -> Bool {
    planned == revision || planned == SettingsRevision(of: Array(withoutSkipped.json.description.utf8))
  }

  /// The title of an app's own form; `nil` for a schema of another author.
  fileprivate var app: String? {
    source == nil && !describesNothing ? root.title : nil
  }
}

/// Why a plan can't be created, read or applied. Nothing is stored.
///
/// ``SettingsStore/plan(_:)`` and ``SettingsPlan/init(parsing:)`` throw it; an apply throws it as ``ApplyError/plan(_:)``.
///
/// ```swift
/// do throws(ApplyError) {
///   try await store.apply(plan)
/// } catch .plan(.stale) {
///   print("Somebody has changed the settings. Create the plan again.")
/// } catch {
///   print(error)
/// }
/// ```
///
/// The description is one sentence that says what to do.
public enum SettingsPlanError: Error, Hashable, Sendable {
  /// The bytes aren't a plan: no JSON, another format, or a part is missing.
  ///
  /// `This isn't a plan: its format is neither settings-plan-1 nor settings-plan-2.`
  case unreadable(reason: String)
  /// The content has changed since the plan was created, or the plan has been applied already. Create a new plan.
  case stale
  /// The plan is for another file, whose absolute path it names.
  case otherFile(String)
  /// The plan is for another form, which doesn't have its settings. Create a new plan.
  case otherForm
  /// The history can't be read, so the version that the plan is for isn't known.
  case storage(SettingsStorageError)
  /// The plan would contain secrets in plain text; the settings are at these paths. Apply them directly.
  case secret([SettingPath])
}

extension SettingsPlanError: CustomStringConvertible {
  /// One sentence that describes the error and what to do.
  public var description: String {
    switch self {
    case .unreadable(let reason): "This isn't a plan: \(reason)"
    case .stale:
      "The plan is stale: the settings have changed since, or it has been applied already. Create a new one."
    case .otherFile(let file): "The plan is for another file: \(file)."
    case .otherForm: "The plan is for another form. Create a new one."
    case .storage(let error): "\(error)"
    case .secret(let paths):
      "A plan would contain secrets in plain text: \(paths.map(\.description).joined(separator: ", ")). "
        + "Set them directly."
    }
  }
}
