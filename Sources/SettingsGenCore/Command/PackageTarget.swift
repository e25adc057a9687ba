import SettingsForm
import SettingsSystem

/// The target of a package that the sources belong to, as the plugins describe it.
struct PackageTarget {
  /// The name of the target.
  let name: String
  /// The folder of the package.
  let folder: String
  /// The content of the target's configuration file.
  let configuration: TargetConfiguration

  /// Creates the target that a command line names; returns `nil` if it doesn't name one.
  init?(_ options: CommandOptions) throws(TargetConfiguration.Failure) {
    guard let name = options.target, let folder = options.package else { return nil }
    self.name = name
    self.folder = folder
    configuration = try options.config.map(TargetConfiguration.init(file:)) ?? TargetConfiguration()
  }

  /// Returns the roots, one per line: the mangled name, the name, and the file of the exported form.
  func list(_ forms: [GeneratedForm]) -> GeneratorCommand.Result {
    var result = GeneratorCommand.Result(exitStatus: .done, output: "", errors: "")
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

  /// Returns a warning for each exported form that is out of date.
  func warnings(_ forms: [GeneratedForm]) throws(SourceTree.Failure) -> String {
    var warnings = ""
    for form in forms {
      let file = file(of: form, isOnly: forms.count == 1)
      let path = file.hasPrefix("/") ? file : "\(folder)/\(file)"
      guard let text = try SourceTree.read(ifPresent: path), let problem = problem(text, form) else {
        continue
      }
      let command = "swift package --allow-writing-to-package-directory settings-schema --target \(name)"
      warnings +=
        "\(path):\(problem.position): warning: \(problem.message); write it again with '\(command)'\n"
    }
    return warnings
  }

  /// Returns the file of a root's exported form, relative to the folder of the package.
  private func file(of form: GeneratedForm, isOnly: Bool) -> String {
    let named = configuration.roots?.first { $0.type == form.rootText }?.schema
    return named ?? (isOnly ? "\(name).schema.json" : "\(name).\(form.rootText).schema.json")
  }

  /// Returns the problem of an exported form; `nil` if it is up to date.
  private func problem(_ text: [UInt8], _ form: GeneratedForm) -> (position: SourcePosition, message: String)?
  {
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
  /// The root's full name.
  fileprivate var rootText: String { rootName.joined(separator: ".") }
}
