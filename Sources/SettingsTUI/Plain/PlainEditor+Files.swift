import Settings
import SettingsSystem

/// Other files: their values are loaded into the draft, and the draft is saved to them.
extension PlainEditor {
  /// Stages the values of a file, as far as they can be staged.
  func load(_ path: String) -> PlainAnswer {
    do throws(Refusal) {
      let file = try LoadedFile(reading: path, core: core)
      guard file.count > 0 else {
        return ask(file.remarks.isEmpty ? [file.nothingNew.text] : file.remarks, listing: false)
      }
      if !file.members.isEmpty { keepingPlace { core.list(file.members.map(\.path)) } }
      let message = core.perform(.stage(file.values + core.staged(file.members)))
      return ask(file.remarks + [message?.text].compactMap(\.self), listing: false)
    } catch {
      return say(error.reason)
    }
  }

  /// Saves the settings with the staged changes to another file.
  func save(to path: String) -> PlainAnswer {
    do throws(JSONEditError) {
      return write(try core.copy(to: path))
    } catch {
      return ask(.cannotSave(error))
    }
  }

  private func write(_ copy: DraftCopy, replacing: Bool = false) -> PlainAnswer {
    switch copy.write(replacing: replacing) {
    case .written(let isPrivate): return ask(.saved(copy, isPrivate: isPrivate))
    case .taken:
      let text =
        "\(copy.path) exists already. y replaces it, and its content is lost; an empty line keeps it."
      return decide({ text }, prompt: "y or empty: ") { [self] word in
        ["y", "yes"].contains(word.lowercased())
          ? write(copy, replacing: true) : ask(["The file is as before."])
      }
    case .failed(let sentence): return say(sentence)
    }
  }
}

extension PlainEditor {
  /// Lists the layers that the values come from.
  func showLayers() -> PlainAnswer {
    guard model.store.hasOtherLayers else {
      return ask(.noOtherLayers)
    }
    if case .layers = question { questions.removeLast() }
    return open(.layers(model.store.layerSummaries.reversed()))
  }

  /// Opens a layer, unless there are staged changes.
  func edit(_ layer: LayerSummary) -> PlainAnswer {
    switch layer.kind {
    case .written: return back(saying: ["This layer is edited already."])
    case .other: return ask(.noFileLayer)
    case .file: break
    }
    guard !model.hasChanges else {
      return say("\(changesText.capitalizedFirst) not applied; apply or undo them first.")
    }
    do throws(Refusal) {
      outcome = try core.outcome(openingLayer: layer.name)
      return PlainAnswer()
    } catch {
      return say(error.reason)
    }
  }

  /// Adds a member to the section, and asks what to do with it.
  func add(_ key: String) -> PlainAnswer {
    let nodes = questions.compactMap { if case .section(let node) = $0 { node } else { nil } }
    guard let section = nodes.last.map({ core.outline.nodes[$0].path }) else { return ask([]) }
    let path = section.appending(key)
    guard core.index.unlistedMember(at: path) == path else {
      let sentence =
        core.index.section(at: section)?.items.contains { $0.key == key } == true
        ? "\(key) is in the list already." : "This section doesn't take the key \(key)."
      return say(sentence)
    }
    keepingPlace { core.list([path]) }
    return core.index.position(of: path).map { open(.setting($0)) } ?? ask([])
  }

  /// Lists the members of the file again, if they have changed since they were listed.
  func listMembersAgain() {
    if core.hasOutdatedList { keepingPlace { core.list() } }
  }

  /// Lists other members, and finds the sections and settings of the open questions again by their paths.
  ///
  /// Questions contain positions, which mean something else in a new index. A question about something that is gone is dropped, and its
  /// answer goes to the question below.
  func keepingPlace(_ body: () -> Void) {
    let (outline, index) = (core.outline, core.index)
    body()
    questions = questions.compactMap { question in
      switch question {
      case .section(let node):
        core.outline.node(at: outline.nodes[node].path, in: core.index).map { .section($0) }
      case .setting(let position): core.index.position(of: index.settings[position].path).map { .setting($0) }
      case .value(let position): core.index.position(of: index.settings[position].path).map { .value($0) }
      case .found: nil
      default: question
      }
    }
  }
}

extension PlainEditor {
  /// Adds an offer to restore a draft; returns `false` if there are no changes to offer.
  func offer(_ leftover: RecoveryFolder.Leftover) -> Bool {
    guard let offer = RecoveryOffer(leftover, core: core) else { return false }
    offers.append(offer)
    return true
  }

  /// Returns the newest offer. It needs no answer: in a script, the next line is a command and not a reply.
  func offerLines() -> [String] {
    guard let offer = offers.first else { return [] }
    let others = offers.count - 1
    let more =
      others == 0 ? [] : ["\(Phrase.count(others, noun: "more draft follows", nouns: "more drafts follow"))."]
    guard offer.canBeRestored else {
      return [offer.text] + more + ["discard discards them; otherwise they are offered at the next start."]
    }
    return [offer.text] + more + [
      "restore stages \(offer.values.isEmpty ? "what it can" : "them"), discard discards them; "
        + "otherwise they are offered at the next start."
    ]
  }

  /// Stages the changes of the newest offer.
  func restore() -> PlainAnswer {
    guard let offer = offers.first else { return say(Self.noOffer) }
    offers.removeFirst()
    for edit in offer.edits { core.perform(edit) }
    var lines = ["Restored; \(changesText)."]
    if offer.edit != nil { lines.append("The text from your editor stays for the screen editor.") }
    var answer = ask(lines + offerLines(), listing: false)
    if offer.edit == nil { answer.effect = .removeRecovery([offer.leftover]) }
    return answer
  }

  /// Discards the newest offer, with its file.
  func discard() -> PlainAnswer {
    guard let offer = offers.first else { return say(Self.noOffer) }
    offers.removeFirst()
    var answer = ask(["Discarded."] + offerLines(), listing: false)
    answer.effect = .removeRecovery([offer.leftover])
    return answer
  }

  private static let noOffer = "There are no changes to restore."
}

/// Rows that the running app provides.
extension PlainEditor {
  /// The longest time that a list waits for the app.
  static let patience = Duration.seconds(2)

  /// Requests the text and choices in the list of the open question; returns `nil` if there are none, or if all have already
  /// been requested.
  ///
  /// A list with text of the app is printed once, complete, and not again when the text arrives. The session therefore waits for it, for 2
  /// s at most (``patience``).
  func loadText(before lines: [String]) -> PlainAnswer? {
    guard core.hasApp, listing == nil else { return nil }
    var requests = items.compactMap(\.detail).map(AppRequest.detail)
    if case .value(let position) = question, let hook = core.index.settings[position].setting.choicesHook {
      requests = [.choices(hook)]
    }
    let unknown = core.appRows.startLoading(requests, again: true)
    guard !unknown.isEmpty else { return nil }
    listing = (lines, Set(unknown))
    return PlainAnswer(effect: .load(unknown))
  }

  /// Prints the waiting list, with the text that is known; returns `nil` if no list is waiting.
  func finishListing() -> PlainAnswer? {
    guard let lines = listing?.lines else { return nil }
    defer { listing = nil }
    return ask(lines)
  }

  /// Performs the chosen row.
  func choose(_ row: AppRow) -> PlainAnswer {
    guard row.isAction else {
      return say("\(row.title): \(core.appRows.details[row.name] ?? Self.unknown)")
    }
    if let message = core.start(row) { return ask(message) }
    return PlainAnswer(
      text: render(["\(row.title); Ctrl-C cancels it."]), effect: .run(action: row.name))
  }

  /// Handles what the app reports; returns an answer if a list or an action was waiting for it.
  func take(_ event: AppRowEvent) -> PlainAnswer? {
    let message = core.take(event)
    switch event {
    case .detail, .choices:
      listing?.missing.formIntersection(core.appRows.loading)
      return listing?.missing.isEmpty ?? false ? finishListing() : nil
    case .progress: return nil
    case .ended: return say(message?.text ?? "")
    }
  }

  /// Returns the line to print about a running action; `nil` if no action is running.
  func news(_ event: AppRowEvent) -> String? {
    if case .progress(_, let text) = event { render([text]) } else { nil }
  }

  func rowText(_ row: AppRow) -> String {
    let value = core.appRows.details[row.name]?.firstLine ?? Self.unknown
    let text = row.isAction ? "\(row.title), action" : "\(row.title): \(visible.truncate(value, columns: 80))"
    return text + aroundText(of: .row(row))
  }

  private static let unknown = "not known yet"
}
