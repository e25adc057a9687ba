import SettingsForm
import SettingsSystem

/// Reads the values of one layer, and checks each of them.
///
/// A layer without content doesn't read the form.
struct LayerReader {
  let form: StoreForm
  private var validator: FormValidator { form.validator }
  var index: FormIndex { form.index }

  // MARK: - Documents

  /// Reads the content of a file of settings.
  func content(ofFile path: String, _ bytes: [UInt8]) -> LayerContent {
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsingStored: bytes)
    } catch {
      var content = LayerContent(ofFile: path)
      content.problems = [LayerProblem(error.message, in: .file(path, error.position))]
      return content
    }
    var content = LayerContent(ofFile: path, document)
    let (locks, lockProblems) = LayerLocks.read(from: document, file: path, index)
    content.locks = locks
    content.problems = (problems(in: document) + lockProblems).map {
      LayerProblem($0, in: .file(path, $0.position))
    }
    return content
  }

  /// Reads the values of an app.
  func content(of values: JSONValue, name: String) -> LayerContent {
    var content = LayerContent(named: name)
    guard let document = try? JSONDocument(parsing: Array(values.description.utf8)) else { return content }
    content.problems = problems(in: document).map { LayerProblem($0, in: .values(name)) }
    index.forEachValue(in: document) { position, node in
      content.values[index.settings[position].path] = LayerValue(node.value, .values(name))
    }
    return content
  }

  /// Returns the problems of values. A layer doesn't have to be complete, so a missing key isn't a problem.
  private func problems(in document: JSONDocument) -> [FormProblem] {
    validator.valueProblems(in: document).filter { problem in
      if case .missingKey = problem.reason { return false }
      return problem.path != [LayerLocks.key]
    }
  }

  // MARK: - Values as text

  /// Reads environment variables, and the files that they name.
  func content(ofEnvironment variables: [String: String], prefix: String) -> LayerContent {
    let start = prefix.isEmpty ? "" : "\(prefix)_"
    var content = LayerContent(named: "environment variables \(start)*")
    for (name, text) in variables.sorted(by: { $0.key < $1.key }) where name.hasPrefix(start) {
      let origin = SettingOrigin.variable(name)
      let key = name.dropFirst(start.count)
      if let entry = entry(named: key, separator: "_", \.variableName, origin, &content) {
        add(text, of: entry, origin, to: &content)
        continue
      }
      guard key.hasSuffix("_FILE"),
        let entry = entry(
          named: key.dropLast("_FILE".count), separator: "_", \.variableName, origin, &content)
      else { continue }
      // The variable itself takes precedence over the file.
      guard variables["\(start)\(entry.path.variableName)"] == nil else { continue }
      addText(ofFile: text, of: entry, to: &content)
    }
    return content
  }

  /// Reads the files in a folder of secrets; empty if there is no such folder.
  func content(ofSecretsIn folder: String) -> LayerContent {
    var content = LayerContent(named: folder)
    do throws(SystemError) {
      for name in try FolderListing(ofFolder: folder, where: { !$0.hasPrefix(".") }).names {
        let path = "\(folder)/\(name)"
        guard
          let entry = entry(named: name, separator: "-", \.optionName, .secretFile(path), &content)
        else { continue }
        addText(ofFile: path, of: entry, to: &content)
      }
    } catch {
      guard error.isAbsence else {
        content.problems.append(LayerProblem(error, in: .secretFile(folder)))
        return content
      }
    }
    return content
  }

  /// Reads options; other arguments are kept.
  func content(ofArguments arguments: [String]) -> LayerContent {
    var content = LayerContent(named: "command-line options")
    var options = OptionWords(arguments)
    while let word = options.next() {
      guard let option = word.option else {
        content.otherArguments += word.words
        continue
      }
      let origin = SettingOrigin.option("--\(option.name)")
      if let entry = entry(named: option.name, separator: "-", \.optionName, origin, &content) {
        guard let text = option.value ?? options.value(isFlag: entry.setting.isFlag) else {
          content.problems.append(LayerProblem("Write a value after the option.", in: origin, at: entry.path))
          continue
        }
        add(text, of: entry, origin, to: &content)
      } else if option.value == nil, option.name.hasPrefix("no-"),
        let entry = entry(
          named: option.name.dropFirst("no-".count), separator: "-", \.optionName, origin, &content),
        entry.setting.isFlag
      {
        add("false", of: entry, origin, to: &content)
      } else {
        content.otherArguments += word.words
      }
    }
    return content
  }

  /// Returns the setting with a name; `nil` if there is no such setting, or if there are several, which is an error.
  private func entry(
    named name: some StringProtocol, separator: Character, _ spelled: (String) -> String,
    _ origin: SettingOrigin, _ content: inout LayerContent
  ) -> FormIndex.Entry? {
    guard !name.isEmpty else { return nil }
    let paths = index.form.root.settings(named: name, separator: separator, spelled: spelled)
    guard paths.count > 1 else { return paths.first.flatMap { index[$0] } }
    content.problems.append(
      LayerProblem(
        "Set \(Phrase.enumeration(paths.map(\.description))) in a file, because they have the same name here.",
        in: origin))
    return nil
  }

  private func addText(ofFile path: String, of entry: FormIndex.Entry, to content: inout LayerContent) {
    let origin = SettingOrigin.secretFile(path)
    do throws(StorageError) {
      guard var bytes = try FileStorage(path).readBytes() else {
        content.problems.append(
          LayerProblem("Create the file, or unset the variable.", in: origin, at: entry.path))
        return
      }
      // Editors and `echo` end a file with a line break, which isn't part of the value.
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        content.problems.append(LayerProblem("Save the file as UTF-8.", in: origin, at: entry.path))
        return
      }
      add(text, of: entry, origin, to: &content)
    } catch {
      content.problems.append(LayerProblem("\(error)", in: origin, at: entry.path))
    }
  }

  /// Adds a value that is written as text. The elements of a list that is written several times are joined.
  private func add(
    _ text: String, of entry: FormIndex.Entry, _ origin: SettingOrigin, to content: inout LayerContent
  ) {
    var value: JSONValue
    do throws(ValueTextError) {
      value = try entry.setting.value(ofLayerText: text)
    } catch {
      let message = entry.setting.holdsSecrets ? "Use a value of the setting's type." : "\(error)"
      content.problems.append(LayerProblem(message, in: origin, at: entry.path))
      return
    }
    if case .array(let last)? = content.values[entry.path]?.value, case .array(let next) = value {
      value = .array(last + next)
    }
    let problems = validator.problems(of: value, at: entry.path)
    content.problems += problems.map { LayerProblem($0, in: origin) }
    content.values[entry.path] = LayerValue(value, origin)
  }
}

extension FormSetting {
  /// Whether the setting is Boolean, so that an option for it needs no value.
  fileprivate var isFlag: Bool { kind == .boolean }

  /// Returns the value of text outside of a file.
  fileprivate func value(ofLayerText text: String) throws(ValueTextError) -> JSONValue {
    switch (kind, text) {
    // Scripts write these for Boolean variables.
    case (.boolean, "1"): true
    case (.boolean, "0"): false
    default: try value(parsing: text)
    }
  }
}
