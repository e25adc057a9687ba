import Settings

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
  /// In the order in which new members are written.
  private let changes: [PlannedChange]
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
  /// Throws `SettingsPlanError.unreadable(reason:)` if the bytes aren't a plan of this format. Whether it can be applied is checked by the apply.
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
    self.changes = try changes.map { change throws(SettingsPlanError) in try Self.change(change) }
  }

  private static func change(_ json: JSONValue) throws(SettingsPlanError) -> PlannedChange {
    guard case .object(let object) = json, let path = SettingPath(pointerIn: object["pointer"]),
      case .string(let kind)? = object["kind"],
      let kind = SettingChange.Kind(rawValue: kind), let new = object["stored"] ?? object["new"]
    else { throw .unreadable(reason: "one of its changes is malformed.") }
    return PlannedChange(path: path, change: kind == .remove ? .remove : .set(new))
  }

  package var paths: [SettingPath] { changes.map(\.path) }

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
    let secrets = changes.compactMap { planned -> SettingPath? in
      guard case .set(let value) = planned.change else { return nil }
      let secrecy = index.secrecy(at: planned.path)
      return secrecy.isWhole || secrecy.hidesPart(of: value) ? planned.path : nil
    }
    guard secrets.isEmpty else { throw .secret(secrets.sorted { $0.pointer < $1.pointer }) }
    do throws(UnknownSettingError) {
      for planned in changes {
        let path = planned.path
        switch planned.change {
        case .set(let value): try draft.stage(value, at: path, storesDefaults: true)
        // What is to be kept as a comment is noted below. The reset of a section is one change for each of its settings.
        case .remove where text.commentSwitches.contains(path) || index.section(at: path) != nil:
          draft.removeMember(at: path)
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
  private func migrated(by validator: FormValidator) throws(SettingsPlanError) -> [PlannedChange] {
    let index = validator.index
    var edits = JSONEdits()
    var migrated: [PlannedChange] = []
    for planned in changes {
      switch planned.change {
      case .set(let value): edits.set(value, at: planned.path)
      case .remove:
        guard let current = index[planned.path] ?? index.entry(formerlyAt: planned.path) else {
          throw .otherForm
        }
        migrated.append(PlannedChange(path: current.path, change: .remove))
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
      migrated.append(PlannedChange(path: index.settings[position].path, change: .set(node.value)))
    }
    return migrated
  }
}

/// One change of a plan.
private struct PlannedChange: Hashable, Sendable {
  let path: SettingPath
  let change: JSONEdits.Change
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

extension SettingsPlan {
  /// Creates a plan of the changes that a draft makes to a store's content.
  ///
  /// Throws `SettingsPlanError.secret` if the draft changes secrets.
  package init(_ draft: Draft, for store: StoreEngine) throws(SettingsPlanError) {
    try self.init(draft.review(of: store.name), draft.textChanges, for: store)
  }

  /// Creates a plan of the changes in a review, such as that of a rollback, whose settings needn't be in the form.
  ///
  /// Throws `SettingsPlanError.secret` if they are changes of secrets.
  package init(_ review: FormReview, for store: StoreEngine) throws(SettingsPlanError) {
    try self.init(review, TextChanges(), for: store)
  }

  private init(_ review: FormReview, _ text: TextChanges, for store: StoreEngine) throws(SettingsPlanError) {
    let version: Int
    do throws(SettingsStorageError) { version = try store.versionNumber() } catch {
      throw .storage(error)
    }
    try self.init(review, text, for: store.identity, form: store.index.form, version: version)
  }
}

extension StoreEngine {
  /// Reviews the changes that a plan makes.
  ///
  /// Throws `ApplyError.plan` if the plan is stale, or if it is for another file or form.
  package func review(_ plan: SettingsPlan) throws(ApplyError) -> FormReview {
    review(try draft(of: plan))
  }

  /// Applies a plan.
  ///
  /// Throws `ApplyError.plan` if the plan is stale, or if it is for another file or form.
  @discardableResult
  package func apply(
    _ plan: SettingsPlan, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    let draft = try draft(of: plan)
    return try await apply(draft, plannedFor: plan.version, options: options)
  }

  private func draft(of plan: SettingsPlan) throws(ApplyError) -> Draft {
    var draft = try currentDraft()
    do throws(SettingsPlanError) {
      try plan.stage(in: &draft, for: identity, form: index.form)
    } catch {
      throw .plan(error)
    }
    let version: Int
    do throws(SettingsStorageError) { version = try versionNumber() } catch {
      throw .storage(.storage(error))
    }
    guard version == plan.version else { throw .plan(.stale) }
    return draft
  }
}

extension SettingsStore {
  /// Saves the changes of a draft as a plan, which you or somebody else can apply later, also in another process.
  ///
  /// ```swift
  /// let plan = try store.plan(draft)
  /// try await store.apply(SettingsPlan(parsing: plan.bytes))
  /// ```
  ///
  /// Throws `SettingsPlanError.secret(_:)` if the draft sets secrets, because a plan is plain text, and `SettingsPlanError.storage(_:)`
  /// if the history can't be read.
  public func plan(_ draft: SettingsDraft<Root>) throws(SettingsPlanError) -> SettingsPlan {
    try SettingsPlan(draft.untyped, for: untyped)
  }

  /// Stores exactly the changes of a plan, or none.
  ///
  /// Throws `ApplyError.plan(_:)` if the content has changed since the plan was created, if the plan was applied already, or if it is for
  /// another file or form. Otherwise it throws the errors of an apply of a draft.
  @discardableResult
  public func apply(
    _ plan: SettingsPlan, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.apply(plan, options: options)
  }
}
