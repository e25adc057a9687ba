import SettingsSystem

extension GeneratorCommand {
  /// Runs the program `settings-gen` with the arguments of the process.
  package static func main() -> Never {
    CurrentProcess.exit(run(arguments: Array(CommandLine.arguments.dropFirst())).print())
  }
}

extension GeneratorCommand.Result {
  /// Prints the output and the errors, and returns the exit status.
  func print() -> ExitStatus {
    ByteStream.standardError.show(errors)
    do throws(SystemError) {
      try ByteStream.standardOutput.write(Array(output.utf8))
    } catch {
      ByteStream.standardError.show("settings-gen: error: cannot write to the standard output\n")
      return .ioError
    }
    return exitStatus
  }
}
