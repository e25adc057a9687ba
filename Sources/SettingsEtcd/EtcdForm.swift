import Settings
import SettingsSchemas

/// The form beside a document.
///
/// The form of the settings at `PREFIX` is the document at `PREFIX/schema`: a document like any other, with its own reviews, log and rollbacks.
/// So an upgrade of the form is an apply.
///
///     settings/trend/document           the settings
///     settings/trend/schema/document    their form
///
/// Two rules hold for all programs that ask before they store (``EtcdRollout``), in whatever version they are:
///
/// - Settings are stored only if the form that is stored has no objection.
/// - A form is stored only if the stored settings fit it.
///
/// Both look at what is stored beside the content, so two processes could agree at the same time to settings and to a form that don't fit
/// each other. The transaction of each commit therefore requires that what was looked at is still there:
///
///     A  reads the form at 700, which allows {"port": 80}
///     B  reads the settings at 690, which fit the new form, where a port is at least 1024
///     B  stores the form, at 701, since the settings are still those of 690
///     A  is a conflict, since the form isn't that of 700 anymore; its next attempt is refused by the form of 701
///
/// Values are judged, and not the form's rules: they can depend on other layers and on the context, which only the process that applies
/// knows.
struct EtcdCompanion: Sendable {
  let key: String
  /// What is stored beside the content; `nil` for nothing.
  let bytes: [UInt8]?
  /// The revision of its last change; 0 for nothing.
  let revision: Int64

  /// Returns why content can't be stored beside this; `nil` if it can.
  ///
  /// The sentence contains no value: a form that doesn't call a value secret is no reason to show it, because another one did.
  ///
  /// - Parameters:
  ///   - content: The content that is about to be stored.
  ///   - stored: What it replaces; `nil` if nothing is stored.
  ///   - isForm: Whether the content is the form, and this the settings.
  func objection(to content: [UInt8], insteadOf stored: [UInt8]?, isForm: Bool) async -> String? {
    guard let form = isForm ? content : bytes else { return nil }
    if isForm, let root = try? JSONDocument(parsingStored: form).root, ![.object, .bool].contains(root.kind) {
      return "it is no form: a JSON Schema is an object, true or false."
    }
    let index: FormIndex
    do throws(FormSchemaError) { index = try Self.index(of: form) } catch {
      return isForm
        ? "it is no form: \(error)" : "the form at \(key) can't be read (\(error)); correct it first."
    }
    return isForm ? misfit(index) : await Self.error(in: content, insteadOf: stored, index)
  }

  /// Reads a form without its rules.
  private static func index(of bytes: [UInt8]) throws(FormSchemaError) -> FormIndex {
    var form = try FormSchema(parsingSchema: bytes)
    form.rules = []
    return FormIndex(form)
  }

  /// Returns the first error in the settings by a form that is about to be stored. What an app's migration still has to convert is none: the
  /// app can do so only when its form is there.
  private func misfit(_ form: FormIndex) -> String? {
    // Settings that aren't JSON fit no form, and have to be corrected in any case.
    guard let document = bytes.flatMap({ try? JSONDocument(parsingStored: $0) }) else { return nil }
    let read = FormValidator(form).read(document)
    let errors = read.problems.filter { $0.severity == .error && read.waiting.refusal(at: $0.path) == nil }
    return errors.first.map {
      "the stored settings don't fit this form: \($0.withoutValue) Change them first."
    }
  }

  /// Returns the first error that content adds to what is stored, as a store with this form finds it.
  private static func error(
    in content: [UInt8], insteadOf stored: [UInt8]?, _ form: FormIndex
  ) async -> String? {
    let storage = MemoryStorage()
    if let stored { _ = storage.commit(StorageCommit(stored, expecting: nil)) }
    do {
      let store = try StoreEngine(
        form: form, layers: SettingsLayers(storage: storage), malformed: .allowRollback)
      _ = try await store.prepare(for: content, [])
      return nil
    } catch ApplyError.invalid(let problems) {
      return problems.first.map { "by the form that is stored with the settings, \($0.withoutValue)" }
    } catch {
      return "\(error)"
    }
  }
}

extension FormProblem {
  /// The path and the message, without the value: `port: Use 1024 or more.`
  fileprivate var withoutValue: String {
    var problem = self
    problem.found = nil
    return path.isRoot ? problem.message : "\(shownPath): \(problem.message)"
  }
}
