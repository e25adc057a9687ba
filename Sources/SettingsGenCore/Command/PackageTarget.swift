import SettingsForm
import SettingsSystem

/// The target of a package that the sources belong to, as the plugins describe it.
///
/// It knows where the exported forms of the target's roots are. `settings-schema` asks for the list of roots, and each
/// build compares the exported forms with the sources, so a form that a release would publish isn't out of date
/// unnoticed.
struct PackageTarget {
  let name: String
  let folder: String
  /// The roots that the target's configuration file names; `nil` for all roots of the sources.
  let roots: [TargetConfiguration.Root]?

  /// Creates the target that a command line names, and reads its configuration; returns `nil` if it doesn't name one.
  init?(_ options: CommandOptions) throws(TargetConfiguration.Failure) {
    guard let name = options[.target], let folder = options[.package] else { return nil }
    self.name = name
    self.folder = folder
    roots = try options[.config].flatMap(TargetConfiguration.roots(inFile:))
  }

  /// Returns the roots, one per line: the mangled name, the name, and the file of the exported form, with tabs between
  /// them.
  ///
  ///     6DaemonO8SettingsV	Daemon.Settings	daemon.schema.json
  ///
  /// A root that the runtime can't find by its name is an error here, though the build of the app doesn't need it.
  func list(_ forms: [GeneratedForm]) -> ProgramResult {
    var result = ProgramResult(exitStatus: .done)
    for form in forms {
      guard let symbol = form.rootSymbol else {
        result.exitStatus = .refused
        result.errors +=
          "error: '\(form.rootText)' can't be exported: its name isn't ASCII, or it is inside a type of another module\n"
        continue
      }
      result.output += "\(symbol)\t\(form.rootText)\t\(file(of: form, isOnly: forms.count == 1))\n"
    }
    return result
  }

  /// Returns a warning for each exported form that is out of date. A form that was never exported has no file, and no
  /// warning.
  func warnings(_ forms: [GeneratedForm]) throws(SourceTree.Failure) -> String {
    var warnings = ""
    for form in forms {
      let file = file(of: form, isOnly: forms.count == 1)
      let path = file.hasPrefix("/") ? file : "\(folder)/\(file)"
      guard let text = try SourceTree.read(ifPresent: path), let problem = problem(text, form: form) else {
        continue
      }
      let command = "swift package --allow-writing-to-package-directory settings-schema --target \(name)"
      warnings +=
        "\(path):\(problem.position): warning: \(problem.message); write it again with '\(command)'\n"
    }
    return warnings
  }

  /// Returns the file of a root's exported form, relative to the folder of the package: the configured one, or else
  /// `App.schema.json` for the only root of the target `App`, and `App.Daemon.Settings.schema.json` for one of several.
  private func file(of form: GeneratedForm, isOnly: Bool) -> String {
    let named = roots?.first { $0.type == form.rootText }?.schema
    return named ?? (isOnly ? "\(name).schema.json" : "\(name).\(form.rootText).schema.json")
  }

  /// Returns the problem of an exported form; `nil` if it is up to date. Text that isn't JSON is reported at its syntax error, and an
  /// outdated form at the start of the file.
  private func problem(_ text: [UInt8], form: GeneratedForm) -> (position: SourcePosition, message: String)? {
    do throws(JSONParseError) {
      let document = try JSONDocument(parsing: text)
      guard case .object(let exported) = document.root.value, exported["properties"] != nil else {
        return (document.root.position, "this isn't a form")
      }
      guard let place = FormDifference.first(between: form, and: exported) else { return nil }
      let subject = place.isRoot ? "'\(form.rootText)'" : "'\(place)'"
      return (.start, "this form is out of date, since \(subject) has changed")
    } catch {
      return (error.position, "this isn't a form")
    }
  }
}

extension GeneratedForm {
  /// The root's full name, without the backticks that Swift may need.
  fileprivate var rootText: String { rootName.joined(separator: ".") }
}

/// The roots of a target and the files of their exported schemas, as the target's `settings-gen-config.json` names
/// them.
///
///     { "roots": [{ "type": "Daemon.Settings", "schema": "share/daemon.schema.json" }] }
///
/// The file is JSON with comments, as a settings file is. An unknown key is an error with advice, since a misspelled
/// key would have no effect.
enum TargetConfiguration {
  /// A struct that contains all settings of a program. A target with several programs, such as a daemon and its tool,
  /// has several.
  struct Root {
    /// The full name of the struct.
    var type: String
    /// The file of the exported schema, relative to the folder of the package.
    var schema: String?
    /// Where the file names the struct.
    var position: SourcePosition
  }

  /// A configuration file that isn't valid, or that names a root the sources don't have. It is printed like a
  /// compiler's error in that file.
  struct Failure: Error {
    var position: SourcePosition
    var message: String
  }

  /// Reads the roots in a configuration file; `nil` for all roots of the sources, which a file that is missing or empty means, too, as the
  /// absence of the option does. A target with an empty list only lends its types to others. The first error ends it.
  static func roots(inFile file: String) throws(Failure) -> [Root]? {
    let text: [UInt8]
    do throws(SourceTree.Failure) {
      text = try SourceTree.read(ifPresent: file) ?? []
    } catch {
      throw Failure(position: .start, message: error.message)
    }
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: text)
    } catch {
      throw Failure(position: error.position, message: error.message)
    }
    var found: [Root]?
    for (_, list) in try members(of: document.root, known: ["roots"]) { found = try roots(list) }
    return found
  }

  /// Reads the list of roots. Neither a type nor a schema can be listed twice: two roots would write one file in turn.
  private static func roots(_ list: JSONNode) throws(Failure) -> [Root] {
    guard list.kind == .array else {
      throw Failure(position: list.position, message: "'roots' isn't a list of roots")
    }
    var roots: [Root] = []
    for element in list.elements {
      let root = try Self.root(element)
      if roots.contains(where: { $0.type == root.type }) {
        throw Failure(position: root.position, message: "'\(root.type)' is listed twice")
      }
      if let schema = root.schema, roots.contains(where: { $0.schema == schema }) {
        throw Failure(position: root.position, message: "'\(schema)' is the schema of two roots")
      }
      roots.append(root)
    }
    return roots
  }

  /// Reads a root. Control characters are refused, because the names are printed in lines with tabs between them.
  private static func root(_ object: JSONNode) throws(Failure) -> Root {
    var root = Root(type: "", position: object.position)
    for (key, value) in try members(of: object, known: ["type", "schema"]) {
      guard let text = value.string, !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 }) else {
        throw Failure(position: value.position, message: "'\(key)' isn't a line of text")
      }
      switch key {
      case "type": (root.type, root.position) = (text, value.position)
      default: root.schema = text
      }
    }
    guard !root.type.isEmpty else {
      throw Failure(position: object.position, message: "the root has no 'type', the name of its struct")
    }
    return root
  }

  /// Returns the members of an object; throws if a key is unknown, at the position of the key.
  private static func members(
    of object: JSONNode, known: [String]
  ) throws(Failure) -> [(key: String, value: JSONNode)] {
    guard object.kind == .object else {
      throw Failure(position: object.position, message: "this isn't an object, '{ … }'")
    }
    for (key, value) in object.members where !known.contains(key) {
      let advice = EditDistance.nearest(to: key, among: known).map { "perhaps you mean '\($0)'" }
      let list = Phrase.enumeration(known.map { "'\($0)'" })
      throw Failure(
        position: value.keyPosition ?? value.position,
        message: "the key '\(key)' is unknown; \(advice ?? "the known keys are \(list)")")
    }
    return Array(object.members)
  }
}
