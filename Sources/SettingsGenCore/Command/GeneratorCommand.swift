import SettingsSystem
import SettingsForm

/// The command `settings-gen`.
package enum GeneratorCommand {
  /// The result of a run of the command.
  package struct Result: Sendable {
    /// The exit status.
    package var exitStatus: ExitStatus
    /// The text for the standard output.
    package var output: String
    /// The text for the standard error.
    package var errors: String
  }

  /// The version of the generator.
  package static let version = Release.version

  /// Runs the command: reads sources, writes the outputs that the arguments name, and prints nothing itself.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  package static func run(arguments: [String]) -> Result {
    let options: CommandOptions
    do {
      options = try CommandOptions(arguments)
    } catch {
      let usage = "usage: settings-gen [--root TYPE] [--schema FILE|-] [--swift FILE|-] [--check] PATH..."
      return Result(exitStatus: .usage, output: "", errors: "settings-gen: \(error.message)\n\(usage)\n")
    }
    switch options.information {
    case .help: return Result(exitStatus: .done, output: HelpText.text, errors: "")
    case .version: return Result(exitStatus: .done, output: "settings-gen \(version)\n", errors: "")
    case nil: break
    }
    do {
      let files = try SourceTree.read(options.paths, of: options.modules)
      return try run(options, files)
    } catch {
      return Result(
        exitStatus: error.exitStatus, output: "", errors: "settings-gen: error: \(error.message)\n")
    }
  }

  private static func run(_ options: CommandOptions, _ files: [SourceFile]) throws(SourceTree.Failure)
    -> Result
  {
    if options.isDump {
      return Result(exitStatus: .done, output: DeclarationDump.text(of: files), errors: "")
    }
    var diagnostics = Diagnostics()
    let target: PackageTarget?
    let forms: [GeneratedForm]
    do throws(TargetConfiguration.Failure) {
      target = try PackageTarget(options)
      forms = try Generator.forms(of: files, options, target?.configuration.roots, &diagnostics)
    } catch {
      let place = "\(options.config ?? ""):\(error.position)"
      return Result(exitStatus: .refused, output: "", errors: "\(place): error: \(error.message)\n")
    }
    var result = Result(
      exitStatus: .done, output: "", errors: DiagnosticRenderer(files: files).text(diagnostics.reported))
    if diagnostics.hasErrors {
      result.exitStatus = .refused
      return result
    }
    if let target {
      if options.listsRoots { return target.list(forms) }
      result.errors += try target.warnings(forms)
    }
    for output in Generator.outputs(forms, options) {
      guard output.path != "-" else {
        result.output += output.text
        continue
      }
      guard let problem = try write(output, isCheck: options.isCheck) else { continue }
      result.exitStatus = .refused
      result.errors += problem
    }
    return result
  }

  /// Replaces an output if its bytes differ, or, with `isCheck`, returns an error message.
  private static func write(_ output: Generator.Output, isCheck: Bool) throws(SourceTree.Failure) -> String? {
    let bytes = Array(output.text.utf8)
    // Reading from a device or FIFO would wait for another program.
    let isFile = POSIXFileSystem().isFile(atPath: output.path)
    if isFile, try SourceTree.read(ifPresent: output.path) == bytes { return nil }
    if isCheck {
      return "settings-gen: error: '\(output.path)' is out of date; run settings-gen without --check\n"
    }
    do throws(SystemError) {
      try POSIXFileSystem().replaceFile(atPath: output.path, with: bytes, mode: 0o644)
    } catch {
      throw SourceTree.Failure(
        exitStatus: .ioError, message: "cannot write '\(output.path)': \(error.reason)")
    }
    return nil
  }
}
