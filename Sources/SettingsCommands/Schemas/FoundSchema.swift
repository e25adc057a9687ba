import Settings
import SettingsSystem

/// A schema that a search has found.
struct FoundSchema {
  /// Where the schema is.
  enum Place {
    case file(String)
    case standardInput
    /// In a file of another format, which has its JSON.
    case text(String, in: String)
  }

  let place: Place
  /// The catalog that has the schema, and the name of the schema there.
  var catalog: (name: String, entry: String?)?

  /// The name of the schema in messages: its path, or `-` for the standard input.
  var name: String { path ?? "-" }

  /// The path of the file; `nil` for the standard input.
  var path: String? {
    switch place {
    case .file(let path), .text(_, let path): path
    case .standardInput: nil
    }
  }

  /// Reads the form, with the schemas that it refers to.
  func read(_ catalogs: SchemaCatalogs, _ console: Console?) throws(Failure) -> FormIndex {
    let bytes = try bytes(console)
    let address = if case .file(let path) = place { path } else { "" }
    let references = SchemaReferences(of: bytes, at: address, catalogs)
    do throws(FormSchemaError) {
      return try FormIndex(parsing: bytes, at: address, references.documents)
    } catch {
      throw Failure(.dataError, "\(name): \(error)")
    }
  }

  private func bytes(_ console: Console?) throws(Failure) -> [UInt8] {
    switch place {
    case .text(let text, _): return Array(text.utf8)
    case .standardInput:
      guard let console else { throw .usage("The form can't be read from the standard input here.") }
      return try console.readInput("The form on the standard input")
    case .file(let path):
      let bytes: [UInt8]?
      do throws(StorageError) { bytes = try FileStorage(path).readBytes() } catch { throw Failure(error) }
      guard let bytes else {
        throw Failure(.noInput, "\(path): no such file; name a form with --schema FORM.")
      }
      return bytes
    }
  }
}
