import SettingsForm

/// The options and paths of a command line.
struct CommandOptions: Equatable {
  /// What to print instead of making anything.
  enum Information: Equatable {
    case help, version
  }

  var information: Information?
  var root: String?
  /// Where the schema goes; `-` is the standard output.
  var schema: String?
  /// Where the Swift code goes; `-` is the standard output.
  var swift: String?
  /// Whether to tell if outputs are out of date instead of writing them.
  var isCheck = false
  /// Whether to print the declarations that were found.
  var isDump = false
  /// Whether code is made for each struct that can be the root.
  var isForEveryRoot = false
  /// Whether sources without settings are no error.
  var allowsNone = false
  var paths: [String] = []

  /// Why a command line makes no sense.
  struct UsageError: Error, Equatable {
    var message: String
  }

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var areAllPaths = false
    while let argument = rest.popFirst() {
      if areAllPaths || argument == "-" || !argument.hasPrefix("-") {
        paths.append(argument)
        continue
      }
      let (name, value) = Self.split(argument)
      func given() throws(UsageError) -> String {
        if let value { return value }
        guard let next = rest.popFirst() else { throw UsageError(message: "\(name) needs a value after it") }
        return next
      }
      switch name {
      case "--": areAllPaths = true
      case "--root": root = try given()
      case "--schema": schema = try given()
      case "--swift": swift = try given()
      case "--check": isCheck = true
      case "--dump": isDump = true
      case "--allow-none": allowsNone = true
      case "--every-root": isForEveryRoot = true
      case "--help", "-h": information = information ?? .help
      case "--version": information = information ?? .version
      default:
        throw UsageError(message: Self.unknown(name))
      }
      let takesValue = ["--root", "--schema", "--swift"].contains(name)
      if value != nil, !takesValue { throw UsageError(message: "\(name) takes no value") }
    }
    if information == nil { try check() }
  }

  private func check() throws(UsageError) {
    if paths.isEmpty { throw UsageError(message: "name at least one Swift file or folder") }
    if paths.contains("-") { throw UsageError(message: "sources are read from files only, not from '-'") }
    if isDump, isCheck || schema != nil || swift != nil {
      throw UsageError(message: "--dump prints declarations and makes no other output")
    }
    if isForEveryRoot, root != nil || schema != nil || swift == nil {
      throw UsageError(message: "--every-root goes with --swift alone: a schema has one root")
    }
    if isCheck, schema ?? "-" == "-", swift ?? "-" == "-" {
      throw UsageError(message: "--check needs the files to compare: --schema FILE or --swift FILE")
    }
    if let schema, schema != "-", schema == swift {
      throw UsageError(message: "--schema and --swift name the same file")
    }
    if schema == "-", swift == "-" {
      throw UsageError(message: "only one output can go to '-'")
    }
    for path in [schema, swift, root] where path?.isEmpty == true {
      throw UsageError(message: "a name on the command line is empty")
    }
  }

  /// Splits `--name=value`.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }

  private static func unknown(_ name: String) -> String {
    let options = [
      "--root", "--schema", "--swift", "--check", "--dump", "--allow-none", "--every-root", "--help",
      "--version",
    ]
    let advice = EditDistance.nearest(to: name, among: options).map { "did you mean \($0)?" }
    return "\(name) is unknown; \(advice ?? "see --help")"
  }
}
