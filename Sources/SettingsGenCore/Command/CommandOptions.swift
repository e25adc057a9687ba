import SettingsForm

/// The options and paths of a command line.
struct CommandOptions: Equatable {
  /// Information to print instead of generating output.
  enum Information: Equatable {
    case help, version
  }

  var information: Information?
  var root: String?
  /// The file for the schema; `-` is the standard output.
  var schema: String?
  /// The file for the Swift code; `-` is the standard output.
  var swift: String?
  /// The form of an earlier version, to compare with.
  var compare: String?
  /// Whether to report outdated outputs instead of writing them.
  var isCheck = false
  /// Whether to print the declarations.
  var isDump = false
  /// Whether to generate code for each struct that can be the root.
  var isForEveryRoot = false
  /// Whether sources without settings are allowed.
  var allowsNone = false
  /// Whether to print the roots and the files of their exported schemas.
  var listsRoots = false
  /// The target that the sources belong to.
  var target: String?
  /// The folder of the target's package.
  var package: String?
  /// The target's configuration file.
  var config: String?
  /// The paths of the module that code is generated for.
  var paths: [String] = []
  /// The other modules of the package that the module depends on.
  var modules: [Module] = []

  /// Another module with the paths of its sources.
  struct Module: Equatable {
    var name: String
    var paths: [String] = []
  }

  /// A command line that isn't valid.
  struct UsageError: Error, Equatable {
    var message: String
  }

  private enum Option: String, CaseIterable {
    case root, schema, swift, compare, check, dump, roots, target, package, config, module, help, version
    case everyRoot = "every-root"
    case allowNone = "allow-none"

    var name: String { "--\(rawValue)" }

    var takesValue: Bool {
      switch self {
      case .root, .schema, .swift, .compare, .target, .package, .config, .module: true
      default: false
      }
    }

    init?(_ name: String) {
      guard name != "-h" else {
        self = .help
        return
      }
      guard let option = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = option
    }
  }
}

extension CommandOptions {
  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        rest.forEach { add($0) }
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        add(argument)
        continue
      }
      let (name, value) = Self.split(argument)
      guard let option = Option(name) else { throw UsageError(message: Self.unknown(name)) }
      if value != nil, !option.takesValue { throw UsageError(message: "\(name) takes no value") }
      func requiredValue() throws(UsageError) -> String {
        guard let given = value ?? rest.popFirst() else {
          throw UsageError(message: "\(name) needs a value after it")
        }
        return given
      }
      switch option {
      case .root: root = try requiredValue()
      case .schema: schema = try requiredValue()
      case .swift: swift = try requiredValue()
      case .compare: compare = try requiredValue()
      case .check: isCheck = true
      case .dump: isDump = true
      case .everyRoot: isForEveryRoot = true
      case .allowNone: allowsNone = true
      case .roots: listsRoots = true
      case .target: target = try requiredValue()
      case .package: package = try requiredValue()
      case .config: config = try requiredValue()
      case .module: modules.append(Module(name: try requiredValue()))
      case .help: information = information ?? .help
      case .version: information = information ?? .version
      }
    }
    if information == nil { try check() }
  }

  /// Adds a path to the module that was named last.
  private mutating func add(_ path: String) {
    if modules.isEmpty { paths.append(path) } else { modules[modules.count - 1].paths.append(path) }
  }

  private func check() throws(UsageError) {
    if paths.isEmpty { throw UsageError(message: "name at least one Swift file or folder") }
    if let module = modules.first(where: \.paths.isEmpty) {
      throw UsageError(message: "name at least one Swift file or folder after --module \(module.name)")
    }
    if (paths + modules.flatMap(\.paths)).contains("-") {
      throw UsageError(message: "sources are read from files only, not from '-'")
    }
    if compare != nil, isDump || isCheck || isForEveryRoot || listsRoots || schema != nil || swift != nil {
      throw UsageError(message: "--compare only prints what an upgrade does; leave out the output options")
    }
    if isDump, isCheck || schema != nil || swift != nil {
      throw UsageError(message: "--dump prints declarations only; leave out the other output options")
    }
    if listsRoots, isDump || isCheck || isForEveryRoot || schema != nil || swift != nil || target == nil {
      throw UsageError(message: "--roots needs --target, without an output option")
    }
    if (target == nil) != (package == nil) || target == nil && config != nil {
      throw UsageError(message: "--target and --package belong together, and --config needs both")
    }
    if target != nil, !listsRoots, !isForEveryRoot {
      throw UsageError(message: "--target needs --every-root or --roots")
    }
    if isForEveryRoot, root != nil || schema != nil || swift == nil {
      throw UsageError(
        message: "--every-root needs --swift, without --root and --schema: a schema has one root")
    }
    if isCheck, schema ?? "-" == "-", swift ?? "-" == "-" {
      throw UsageError(message: "--check needs the files to compare: --schema FILE or --swift FILE")
    }
    if let schema, schema != "-", schema == swift {
      throw UsageError(message: "--schema and --swift name the same file")
    }
    if schema == "-", swift == "-" {
      throw UsageError(message: "only one output can be the standard output")
    }
    for path in [schema, swift, compare, root, target, package, config] + modules.map(\.name)
    where path?.isEmpty == true {
      throw UsageError(message: "a name on the command line is empty")
    }
  }

  /// Splits `--name=value`.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }

  private static func unknown(_ name: String) -> String {
    let advice = EditDistance.nearest(to: name, among: Option.allCases.map(\.name)).map {
      "did you mean \($0)?"
    }
    return "\(name) is unknown; \(advice ?? "see --help")"
  }
}
