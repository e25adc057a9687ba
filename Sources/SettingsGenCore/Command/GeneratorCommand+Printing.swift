extension GeneratorCommand.Result {
  /// Prints both texts, and returns the exit status.
  public func print() -> Int32 {
    _ = Platform.write(Array(errors.utf8), to: 2)
    guard Platform.write(Array(output.utf8), to: 1) == nil else {
      _ = Platform.write(Array("settings-gen: error: cannot write to the standard output\n".utf8), to: 2)
      return ExitCode.inputOutput.rawValue
    }
    return exitCode.rawValue
  }
}
