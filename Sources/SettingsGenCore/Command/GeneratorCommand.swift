import SettingsForm
import SettingsSystem

#if COMPARISON
  import SettingsComparison
#endif

/// The command `settings-gen`, without its process: arguments in, texts and an exit status out.
///
/// Three programs run it: `settings-gen`, `settings-programs`, and the tests, which call `run(arguments:)` directly. It
/// decides what a command line asks for, calls `Generator`, and writes files. `HelpText` has the exit statuses.
///
/// An output is replaced by a rename, so another process never reads half a file, and only if its bytes differ. If it
/// were written in any case, a build system would compile the generated code, and all that depends on it, again. If the
/// sources have an error, no output is touched.
package enum GeneratorCommand {
  /// Runs the command: reads sources, writes the outputs that the arguments name, and prints nothing itself.
  ///
  /// With `--compare` and a single path that ends in `.json`, no sources are read: two exported forms are compared.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - window: The columns of the window, for the help; `nil` if the output isn't a terminal.
  package static func run(arguments: [String], window: Int? = nil) -> ProgramResult {
    let options: CommandOptions
    do {
      options = try CommandOptions(arguments)
    } catch {
      let usage =
        "usage: settings-gen [--root TYPE] [--schema FILE|-] [--swift FILE|-] [--check|--compare FILE] PATH..."
      return ProgramResult(exitStatus: .usage, errors: "settings-gen: \(error.message)\n\(usage)\n")
    }
    switch options.information {
    case .help:
      return ProgramResult(exitStatus: .done, output: HelpText.text(HelpLayout(window: window)))
    case .version: return ProgramResult(exitStatus: .done, output: "settings-gen \(Release.version)\n")
    case nil: break
    }
    do {
      if let old = options[.compare], options.paths.count == 1, options.paths[0].hasSuffix(".json") {
        return compare(old, options.paths[0])
      }
      let files = try SourceTree.read(options.paths, of: options.modules)
      try refuseOutputs(of: options, over: files)
      return try run(options, files: files)
    } catch {
      return ProgramResult(
        exitStatus: error.exitStatus, errors: "settings-gen: error: \(error.message)\n")
    }
  }

  /// Refuses an output that would replace a source or the configuration file, by whatever path or link. The name of an
  /// output that was left out, `--swift A.swift B.swift`, would otherwise cost the first source.
  private static func refuseOutputs(
    of options: CommandOptions, over files: [SourceFile]
  ) throws(SourceTree.Failure) {
    func identity(_ path: String) -> FileStatus.Identity? {
      try? POSIXFileSystem().resolvedStatus(atPath: path).identity
    }
    for option in [CommandOptions.Option.schema, .swift] {
      guard let path = options[option], path != "-", let output = identity(path) else { continue }
      let inputs = files.map(\.path) + [options[.config]].compactMap(\.self)
      guard let input = inputs.first(where: { identity($0) == output }) else { continue }
      throw SourceTree.Failure(
        exitStatus: .usage,
        message: "\(option.rawValue) would replace '\(input)', which is read; name another file")
    }
  }

  /// Says what an upgrade from the form in a file to another form does to the files of users. In the build of an app, the generator has no
  /// comparison.
  private static func compare(_ old: String, _ new: String, form: JSONObject? = nil) -> ProgramResult {
    #if COMPARISON
      return ComparisonCommand.run(old, new, form: form)
    #else
      return ProgramResult(
        exitStatus: .usage,
        errors:
          "settings-gen: --compare isn't in the build of an app; use 'swift package settings-schema --compare'\n"
      )
    #endif
  }

  /// Generates what the options ask for from the sources, in this order: the forms with their diagnostics,
  /// then a comparison, a list of roots, or the outputs.
  ///
  /// Warnings about exported forms come with the outputs of a target. They are warnings because the exported form is
  /// written by another command, and a build can't do that.
  private static func run(_ options: CommandOptions, files: [SourceFile]) throws(SourceTree.Failure)
    -> ProgramResult
  {
    var diagnostics = Diagnostics()
    let target: PackageTarget?
    let forms: [GeneratedForm]
    do throws(TargetConfiguration.Failure) {
      target = try PackageTarget(options)
      forms = try Generator.forms(
        of: files, options, configured: target?.roots, into: &diagnostics)
    } catch {
      // The error is in the configuration file, so it is printed like a compiler's message about that.
      let place = "\(options[.config] ?? ""):\(error.position)"
      return ProgramResult(exitStatus: .refused, errors: "\(place): error: \(error.message)\n")
    }
    var result = ProgramResult(
      exitStatus: .done, errors: DiagnosticRenderer(files: files).text(diagnostics.reported))
    if diagnostics.hasErrors {
      result.exitStatus = .refused
      return result
    }
    if let old = options[.compare], let form = forms.first {
      guard case .object(let schema) = form.schema.exported.json else { return result }
      var compared = compare(old, "the form of the sources", form: schema)
      compared.errors = result.errors + compared.errors
      return compared
    }
    // Before any output is written: a list of roots is an output of its own.
    if let target {
      if options.has(.roots) { return target.list(forms) }
      result.errors += try target.warnings(forms)
    }
    for output in Generator.outputs(forms, options: options) {
      guard output.path != "-" else {
        result.output += output.text
        continue
      }
      // With `--check`, all outputs are compared, not only up to the first outdated file.
      guard let problem = try write(output, isCheck: options.has(.check)) else { continue }
      result.exitStatus = .refused
      result.errors += problem
    }
    return result
  }

  /// Replaces an output if its bytes differ, or, with `isCheck`, returns an error message.
  ///
  /// An output that isn't a regular file, such as `/dev/null`, can't be compared, and is written each time. A new file
  /// can be read by everyone (`0644`), like a source.
  private static func write(_ output: Generator.Output, isCheck: Bool) throws(SourceTree.Failure) -> String? {
    let bytes = Array(output.text.utf8)
    // Reading from a device or FIFO would wait for another program.
    let isFile = POSIXFileSystem().isFile(atPath: output.path)
    if isFile, try SourceTree.read(ifPresent: output.path) == bytes { return nil }
    if isCheck {
      return "settings-gen: error: '\(output.path)' is out of date; run settings-gen without --check\n"
    }
    do throws(SystemCallError) {
      try POSIXFileSystem().replaceFile(atPath: output.path, with: bytes, mode: 0o644)
    } catch {
      throw SourceTree.Failure(
        exitStatus: .ioError, message: "cannot write '\(output.path)': \(error.reason)")
    }
    return nil
  }
}

extension GeneratorCommand {
  /// Runs the program `settings-gen` with the arguments of the process, and exits.
  package static func main() -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    run(arguments: arguments, window: ByteStream.standardOutput.columns).exit()
  }
}

extension SystemCallError {
  /// The system's description, as a part of a sentence: "no such file or directory".
  var reason: String { description.prefix(1).lowercased() + description.dropFirst() }
}
