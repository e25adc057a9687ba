import SettingsForm

/// The options and paths of a command line, checked against each other.
///
/// A developer calls `settings-gen` rarely. In a build, the plugin does, with all options spelled out:
///
///     --allow-none --every-root --swift …/Settings.generated.swift --target App --package …
///     Sources/App/A.swift Sources/App/B.swift --module Core Sources/Core/C.swift
///
/// An instance is always valid: `init(_:)` refuses combinations that mean nothing, with a sentence that says what to
/// change. So the code that uses it has no such checks. Whether files exist isn't checked here.
struct CommandOptions {
  /// Information to print instead of generating output. If it is asked for, mistakes in the other words don't matter.
  let information: ProgramLine<Option>.Question?
  private let line: ProgramLine<Option>
  /// The files and folders of the module that code is generated for; at least one.
  private(set) var paths: [String] = []
  /// The other modules of the package that the module depends on, directly or through others. Settings can have their
  /// public types.
  private(set) var modules: [Module] = []

  /// Another module with the paths of its sources: `--module Core Sources/Core`.
  struct Module {
    var name: String
    var paths: [String] = []
  }

  /// A command line that isn't valid. `GeneratorCommand` prints the message with the usage, and exits with 64
  /// (`EX_USAGE`).
  struct UsageError: Error, Equatable {
    var message: String
  }

  /// The options by their names.
  enum Option: String, ProgramOption {
    case root = "--root"
    case schema = "--schema"
    case swift = "--swift"
    case check = "--check"
    case compare = "--compare"
    case everyRoot = "--every-root"
    case allowNone = "--allow-none"
    case target = "--target"
    case package = "--package"
    case config = "--config"
    case module = "--module"
    case roots = "--roots"

    var valueName: String? {
      switch self {
      case .root: "TYPE"
      case .schema, .swift, .compare, .config: "FILE"
      case .target, .module: "NAME"
      case .package: "FOLDER"
      case .check, .everyRoot, .allowNone, .roots: nil
      }
    }

    var isRepeatable: Bool { self == .module }

    var help: String {
      switch self {
      case .root: "the root of the settings, if several structs can be the root: AppSettings, Daemon.Settings"
      case .schema: "write the form's JSON Schema to FILE; - is the standard output"
      case .swift: "write the Swift code to FILE; - is the standard output"
      case .check: "write nothing; exit with 1 if an output is out of date"
      case .compare:
        "print what an upgrade from the exported form FILE to another one, or to that of the sources, does to the files of "
          + "users, change by change: safe, converted, migrated (by 'was' or by the app), or breaking; exit with 1 if a "
          + "change is breaking. The sources alone don't show the app's migrations; its exported form does."
      case .everyRoot: "with --swift: write code for each struct that can be the root"
      case .allowNone: "accept sources without settings; the outputs are empty"
      case .target:
        "the target of a package that the sources belong to. With --every-root, warn if an exported schema of the target is "
          + "out of date."
      case .package: "the folder of the target's package"
      case .config:
        "the target's settings-gen-config.json, which names the roots and the files of their exported schemas"
      case .module:
        "the PATHs after it, up to the next --module, are the sources of another module of the package, whose public types "
          + "settings can have"
      case .roots:
        "print the roots of a target, one per line: the mangled name without module, the name, and the file of the exported "
          + "schema"
      }
    }
  }
}

extension CommandOptions {
  /// Reads the arguments after the program's name.
  ///
  /// Options and paths can be in any order, except that paths after `--module NAME` belong to that module. A lone `-` is a path, too, which
  /// `check()` refuses.
  init(_ arguments: [String]) throws(UsageError) {
    information = ProgramLine<Option>.question(in: arguments)
    line = ProgramLine<Option>(arguments)
    for part in line.parts {
      switch part {
      case .operand(let path) where modules.isEmpty: paths.append(path)
      case .operand(let path): modules[modules.count - 1].paths.append(path)
      case .option(.module, let name): modules.append(Module(name: name))
      case .option: break
      }
    }
    // Whoever asks for help may not have a valid command line yet.
    guard information == nil else { return }
    if let fault = line.fault { throw UsageError(message: fault) }
    try check()
  }

  /// The value of an option; an empty one for an option without a value, and `nil` for an option that isn't given.
  subscript(option: Option) -> String? { line[option] }

  /// Whether an option is given.
  func has(_ option: Option) -> Bool { line[option] != nil }

  /// Refuses combinations of options that contradict each other or have no effect.
  ///
  /// Each mode stands alone: comparing and listing roots write no outputs, and `--every-root` writes only
  /// Swift, because a schema has one root.
  private func check() throws(UsageError) {
    let (schema, swift) = (self[.schema], self[.swift])
    let hasOutput = has(.check) || has(.everyRoot) || schema != nil || swift != nil
    try refuse(paths.isEmpty, "Name at least one Swift file or folder.")
    for module in modules {
      try refuse(
        module.paths.isEmpty, "Name at least one Swift file or folder after --module \(module.name).")
    }
    try refuse(
      (paths + modules.flatMap(\.paths)).contains("-"), "Sources are read from files only, not from '-'.")
    try refuse(
      has(.compare) && (hasOutput || has(.roots)),
      "--compare only prints what an upgrade does; leave out the output options.")
    try refuse(
      has(.roots) && (hasOutput || !has(.target)), "--roots needs --target, without an output option.")
    try refuse(
      has(.target) != has(.package) || !has(.target) && has(.config),
      "--target and --package belong together, and --config needs both.")
    try refuse(
      has(.target) && !has(.roots) && !has(.everyRoot), "--target needs --every-root or --roots.")
    try refuse(
      has(.everyRoot) && (has(.root) || schema != nil || swift == nil),
      "--every-root needs --swift, without --root and --schema: a schema has one root.")
    try refuse(
      has(.check) && schema ?? "-" == "-" && swift ?? "-" == "-",
      "--check needs the files to compare: --schema FILE or --swift FILE.")
    try refuse(
      schema != nil && schema != "-" && schema == swift, "--schema and --swift name the same file.")
    try refuse(schema == "-" && swift == "-", "Only one output can be the standard output.")
  }

  private func refuse(_ isWrong: Bool, _ message: String) throws(UsageError) {
    if isWrong { throw UsageError(message: message) }
  }
}

/// The text of `--help`. A test checks that it lists every option, annotation and exit status.
enum HelpText {
  static func text(_ layout: HelpLayout) -> String {
    [
      layout.text(start) + "\n" + layout.options(CommandOptions.Option.allCases, ofProgram: true),
      layout.text(annotations), layout.columns(examples), layout.text(rest) + "\n",
    ].joined(separator: "\n\n")
  }

  /// The annotations of each kind of declaration, as they are written.
  private static var examples: [(name: String, about: [String])] {
    AnnotationKey.Place.allCases.map { place in
      let rows = AnnotationKey.allCases.map(\.row).filter { $0.places.contains(place) }
      return ("at \(place.rawValue)", [rows.map(\.example).joined(separator: ", ")])
    }
  }

  private static let start = """
    settings-gen - generate a settings form from annotated Swift structs

    USAGE
      settings-gen [--root TYPE] [--schema FILE|-] [--swift FILE|-] [--check] PATH...
      settings-gen --compare OLD.schema.json NEW.schema.json
      settings-gen --compare OLD.schema.json [--root TYPE] PATH...
      settings-gen --roots --target NAME --package FOLDER [--config FILE] PATH...

    Reads the Swift files at the PATHs (files, or folders with their subfolders) and finds
    the root of the settings: the struct that conforms to SettingsGroup and isn't a member
    of another one. From the root it generates a form, a JSON Schema 2020-12 document, and
    Swift code: the source of the form, the table of key paths, option sets, and the
    protocol of hooks. Without an output option, it writes the schema to the standard output.

    OPTIONS
    """

  private static let annotations = """
    An output is replaced atomically, and only if its bytes differ. The outputs don't depend
    on the order of the PATHs.

    ANNOTATIONS
      A comment above a declaration or at the end of its line: '// setting: key, key = value'.
      '// sourcery:' has the same meaning.
    """

  private static let rest = """
      'setting:begin: …' applies to all declarations up to 'setting:end', and
      'setting:file: …' to all below. The documentation comment of a declaration is its
      help text.

    EXIT STATUS
      0   success
      1   the sources have errors; with --check, an output is out of date; with --compare,
          a change is breaking
      64  the command line isn't valid
      65  with --compare, a file isn't a form
      66  a PATH does not exist, or there are no Swift files
      74  reading or writing failed

    EXAMPLES
      settings-gen Sources/App
      settings-gen --schema settings.schema.json --swift Settings.generated.swift Sources/App
      settings-gen --check --schema settings.schema.json Sources/App
      settings-gen --swift App.generated.swift Sources/App --module Core Sources/Core

    """
}
