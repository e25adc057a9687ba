import Testing

/// The program of all tests: see `Scripts/swift-test`.
@main enum TestProgram {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
