import SettingsForm

/// Generates outputs from sources.
enum Generator {
  /// The content of an output, and its file.
  struct Output: Equatable {
    /// The file; `-` is the standard output.
    var path: String
    var text: String
  }

  /// Returns the forms of sources, one for each root; empty if there are errors, or if there are no settings and that is
  /// allowed.
  static func forms(
    of files: [SourceFile], _ options: CommandOptions, _ configured: [TargetConfiguration.Root]?,
    _ diagnostics: inout Diagnostics
  ) throws(TargetConfiguration.Failure) -> [GeneratedForm] {
    guard let program = program(of: files, root: options.root, &diagnostics) else { return [] }
    if program.readFiles.isEmpty, options.allowsNone, configured == nil { return [] }
    if configured?.isEmpty == true { return [] }
    let table = TypeTable(program)
    var names: [String] = []
    if let configured {
      try check(configured, in: table)
      names = configured.map(\.type)
    } else if options.isForEveryRoot || options.listsRoots {
      names = RootFinder(table: table).rootNames
    }
    let roots: [String?] = names.isEmpty ? [options.root] : names
    let forms = roots.compactMap {
      variants(of: table, root: $0, allowsNone: options.allowsNone, &diagnostics)
    }
    return diagnostics.hasErrors ? [] : forms
  }

  /// Refuses configured roots that the sources don't have.
  private static func check(
    _ roots: [TargetConfiguration.Root], in table: TypeTable
  ) throws(TargetConfiguration.Failure) {
    let finder = RootFinder(table: table)
    for root in roots {
      var found = Diagnostics()
      guard finder.root(named: root.type, &found) == nil, let error = found.all.first else { continue }
      throw TargetConfiguration.Failure(position: root.position, message: error.message)
    }
  }

  /// Returns the program of sources; `nil` if they can't be read.
  private static func program(
    of files: [SourceFile], root: String?, _ diagnostics: inout Diagnostics
  ) -> Program? {
    for (index, file) in files.enumerated() { check(file, index, &diagnostics) }
    if diagnostics.hasErrors { return nil }
    let program = ProgramLoader.load(files, root: root)
    for file in program.readFiles {
      for problem in program.declarations[file]?.problems ?? [] {
        diagnostics.error(problem.message, at: SourceLocation(file: file, offset: problem.offset))
      }
    }
    return diagnostics.hasErrors ? nil : program
  }

  /// Returns the form of a program, with its variants under conditions that only the build decides.
  private static func variants(
    of table: TypeTable, root: String?, allowsNone: Bool, _ diagnostics: inout Diagnostics
  ) -> GeneratedForm? {
    var found = diagnostics
    var form = Self.form(of: table, root: root, &found)
    if allowsNone, root == nil, form == nil, found.lacksSettings { return nil }
    diagnostics = found
    if diagnostics.hasErrors { return nil }
    FormVariants(table.program, root: root).add(to: &form, &diagnostics)
    return diagnostics.hasErrors ? nil : form
  }

  /// Returns the form of a program under its assumptions; `nil` if there are errors.
  static func form(of table: TypeTable, root: String?, _ diagnostics: inout Diagnostics) -> GeneratedForm? {
    let form = FormBuilder.build(table, root: root, &diagnostics)
    return diagnostics.hasErrors ? nil : form
  }

  /// Reports a file that isn't text.
  private static func check(_ file: SourceFile, _ index: Int, _ diagnostics: inout Diagnostics) {
    if let zero = ByteSearch.firstZero(in: file) {
      let location = SourceLocation(file: index, offset: zero)
      diagnostics.error("this file is binary, not Swift: it has a zero byte here", at: location)
    } else if let fault = UTF8Check.firstFault(in: file) {
      diagnostics.error("this file is not UTF-8 here", at: SourceLocation(file: index, offset: fault))
    }
  }

  /// Returns the outputs that a command line requests. They are empty if there are no settings.
  static func outputs(_ forms: [GeneratedForm], _ options: CommandOptions) -> [Output] {
    var outputs: [Output] = []
    if let path = options.schema ?? (options.swift == nil ? "-" : nil) {
      let text = forms.first.map { $0.schema.exported.json.text(.pretty()) + "\n" } ?? "{}\n"
      outputs.append(Output(path: path, text: text))
    }
    if let path = options.swift {
      outputs.append(
        Output(path: path, text: forms.isEmpty ? SwiftEmitter.notice + "\n" : SwiftEmitter.source(forms)))
    }
    return outputs
  }
}
