import SettingsEditing
import SettingsSchemas
import SettingsSystem

/// A schema that a search has found. It isn't read until ``bytes(_:)``.
///
/// The place is remembered as it was found, so messages name a file as the user has named it.
struct FoundSchema {
  /// Where the schema is.
  enum Place: Equatable {
    case file(String)
    /// What `--schema` names: a file, a stream, or `-` for the standard input.
    case operand(String)
    /// JSON in a file that isn't the schema itself, such as VS Code's settings.
    case text(String, in: String)
    /// What is stored with settings that aren't in a file. Its references lead to no file: other machines have other files.
    case stored(String, of: String)
  }

  let place: Place
  /// The catalog that has the schema, and the name of the schema there; `nil` for a schema outside of catalogs.
  var catalog: (name: String, entry: String?)?

  /// Where the schema at an address is, as the end of a sentence.
  var origin: String { catalog.map { "in the catalog \($0.name)" } ?? "a part of JSON Schema" }

  /// The name of the schema in messages: its path, or `-` for the standard input. A form inside VS Code's settings has the path of these
  /// settings.
  var name: String {
    switch place {
    case .file(let path), .operand(let path), .text(_, let path): path
    case .stored(_, let address): "the form of \(address)"
    }
  }

  /// The path of the file; `nil` for the standard input, and for a form that isn't in a file.
  var path: String? { isStandardInput || isStored ? nil : name }

  private var isStored: Bool { if case .stored = place { true } else { false } }

  private var isStandardInput: Bool { place == .operand(Arguments.standardInput) }

  /// Reads the text and the form in it.
  func read(_ catalogs: SchemaCatalogs, console: Console?) throws(Failure) -> FormIndex {
    try index(of: try bytes(console), catalogs)
  }

  /// Reads the form, with the schemas that it refers to.
  ///
  /// Throws a failure that names the form and says what to do: for a missing or empty file, text that isn't JSON, a value that isn't a
  /// schema. Keywords and rules that can't be used aren't failures but warnings of the form.
  ///
  /// - Parameters:
  ///   - bytes: The text of the schema, from ``bytes(_:)``.
  ///   - catalogs: The catalogs with schemas that the form refers to.
  func index(of bytes: [UInt8], _ catalogs: SchemaCatalogs) throws(Failure) -> FormIndex {
    guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw Failure(.dataError, message: "\(name): the form is empty; name a JSON Schema with --schema FORM.")
    }
    let address = if case .text = place { "" } else { path ?? "" }
    guard Self.canBeSchema(bytes) else {
      throw Failure(
        .dataError,
        message: "\(name): A JSON Schema is an object, true or false; name another form with --schema FORM.")
    }
    let references = SchemaReferences(of: bytes, at: address, catalogs, readsFiles: !isStored)
    do throws(FormSchemaError) {
      return try FormIndex(parsingSchema: bytes, at: address, references.documents)
    } catch {
      throw Failure(.dataError, message: "\(error.line(in: name))")
    }
  }

  /// Whether the text could be a schema: an object, or a boolean. Reading the form reports text that isn't JSON.
  ///
  /// `settings-tui --schema app.json app.json`, a likely slip, is noticed by it if the settings are a list.
  private static func canBeSchema(_ bytes: [UInt8]) -> Bool {
    // An object needs no further look.
    if bytes.first == UInt8(ascii: "{") { return true }
    guard let document = try? JSONDocument(ofForm: bytes) else { return true }
    return [.object, .bool].contains(document.root.kind)
  }

  /// Whether the schema can be read only once: the standard input, or a pipe, such as the shell's `<(COMMAND)`.
  ///
  /// A process that rolls back later could not read it again, so `--confirm-within` refuses it.
  var isStream: Bool {
    isStandardInput || (try? POSIXFileSystem().resolvedStatus(atPath: name).kind) == .other
  }

  /// Returns the text of the schema, from the console if it is the standard input. The failure of a missing file says how to name another
  /// form.
  func bytes(_ console: Console?) throws(Failure) -> [UInt8] {
    switch place {
    case .text(let text, _), .stored(let text, _): return Array(text.utf8)
    case .file, .operand: break
    }
    let advice = "name a form with --schema FORM"
    if let size = try? POSIXFileSystem().resolvedStatus(atPath: name).size, size <= InputLimits.documentSize {
      // An index of the text and the form take about one and a half times its size.
      ProcessMemory.populate(size * 3 / 2, after: size)
    }
    // Without a console, nothing is waited for: a shell that completes a word must not hang, and a stream can be read only once.
    if case .operand(let path) = place, let console {
      return try console.read(operand: path, "form", ifAbsent: advice)
    }
    guard !isStandardInput else { throw .usage("The form can't be read from the standard input here.") }
    return try Console.read(name, ifAbsent: advice)
  }
}

extension Arguments {
  /// Whether `--schema` names a form that can be read only once. Commands that need the form or the standard input again refuse it.
  var hasFormInStream: Bool {
    guard let name = self[.schema] else { return false }
    return FoundSchema(place: .operand(name)).isStream
  }
}
