import SettingsForm

/// Makes outputs of sources.
enum Generator {
  /// A text and where it goes.
  struct Output: Equatable {
    /// The file; `-` is the standard output.
    var path: String
    var text: String
  }

  /// The forms of some sources, one for each root; none if there are errors, or no settings where that is allowed.
  static func forms(of files: [SourceFile], _ options: CommandOptions, _ diagnostics: inout Diagnostics)
    -> [GeneratedForm]
  {
    var roots: [String?] = [options.root]
    if options.isForEveryRoot {
      let found = RootFinder(table: TypeTable(ProgramLoader.load(files, root: nil))).rootNames
      if found.count > 1 { roots = found }
    }
    let forms = roots.compactMap { form(of: files, root: $0, allowsNone: options.allowsNone, &diagnostics) }
    return diagnostics.hasErrors ? [] : forms
  }

  /// The form of some sources; `nil` if there are errors, or no settings where that is allowed.
  static func form(
    of files: [SourceFile], root: String?, allowsNone: Bool, _ diagnostics: inout Diagnostics
  ) -> GeneratedForm? {
    for (index, file) in files.enumerated() { check(file, index, &diagnostics) }
    if diagnostics.hasErrors { return nil }
    let program = ProgramLoader.load(files, root: root)
    for file in program.readFiles {
      for problem in program.declarations[file]?.problems ?? [] {
        diagnostics.error(problem.message, at: SourceLocation(file: file, offset: problem.offset))
      }
    }
    if diagnostics.hasErrors { return nil }
    if program.readFiles.isEmpty, allowsNone { return nil }
    var found = diagnostics
    var form = Self.form(of: program, root: root, &found)
    if allowsNone, root == nil, form == nil, found.lacksSettings { return nil }
    diagnostics = found
    if diagnostics.hasErrors { return nil }
    FormVariants(program, root: root).add(to: &form, &diagnostics)
    return diagnostics.hasErrors ? nil : form
  }

  /// The form of a program with the assumptions that it makes; `nil` if there are errors.
  static func form(of program: Program, root: String?, _ diagnostics: inout Diagnostics) -> GeneratedForm? {
    let form = FormBuilder.build(program, root: root, &diagnostics)
    return diagnostics.hasErrors ? nil : form
  }

  /// Tells if a file is no text.
  private static func check(_ file: SourceFile, _ index: Int, _ diagnostics: inout Diagnostics) {
    if let zero = ByteSearch.firstZero(in: file) {
      let location = SourceLocation(file: index, offset: zero)
      diagnostics.error("this file is binary, not Swift: it has a zero byte here", at: location)
    } else if let fault = UTF8Check.firstFault(in: file) {
      diagnostics.error("this file is not UTF-8 here", at: SourceLocation(file: index, offset: fault))
    }
  }

  /// The outputs that a command line asks for; of no settings, empty ones.
  static func outputs(_ forms: [GeneratedForm], _ options: CommandOptions) -> [Output] {
    var outputs: [Output] = []
    if let path = options.schema ?? (options.swift == nil ? "-" : nil) {
      let text = forms.first.map { $0.schema.json.text(.pretty()) + "\n" } ?? "{}\n"
      outputs.append(Output(path: path, text: text))
    }
    if let path = options.swift {
      outputs.append(
        Output(path: path, text: forms.isEmpty ? SwiftEmitter.notice + "\n" : SwiftEmitter.source(forms)))
    }
    return outputs
  }
}
