import SettingsForm

/// Generates outputs from sources: the steps of the module in their order.
///
///     [SourceFile]  check, ProgramLoader    →  Program          the files that settings need
///                   TypeTable, RootFinder   →  the roots
///                   FormBuilder             →  GeneratedForm    one for each root and combination of #if conditions
///                   FormSchema, SwiftEmitter →  Output          text, not yet written
///
/// Each step reports to the same `Diagnostics`, and the next step begins only if there is no error so far. The
/// functions are pure: they read no files and write none, so tests compare texts.
enum Generator {
  /// The content of an output, and its file. The command compares it with what is there before it writes.
  struct Output: Equatable {
    /// The file; `-` is the standard output.
    var path: String
    var text: String
  }

  /// Returns the forms of sources, one for each root; empty if there are errors, or if there are no settings and that
  /// is allowed.
  ///
  /// The roots are the configured roots, or with `--every-root` and `--roots` all that can be, or else the single one
  /// that the options name or that `FormBuilder` finds. An empty configuration, `"roots": []`, is a target that only
  /// lends its types: it has no form and no errors.
  static func forms(
    of files: [SourceFile], _ options: CommandOptions, configured: [TargetConfiguration.Root]?,
    into diagnostics: inout Diagnostics
  ) throws(TargetConfiguration.Failure) -> [GeneratedForm] {
    guard let program = program(of: files, root: options[.root], &diagnostics) else { return [] }
    if program.readFiles.isEmpty, options.has(.allowNone), configured == nil { return [] }
    if configured?.isEmpty == true { return [] }
    let table = TypeTable(program)
    var names: [String] = []
    if let configured {
      try check(configured, in: table)
      names = configured.map(\.type)
    } else if options.has(.everyRoot) || options.has(.roots) {
      names = RootFinder(table: table).rootNames
    }
    // `nil` lets the builder find the only root, or report why there is none.
    let roots: [String?] = names.isEmpty ? [options[.root]] : names
    let forms = roots.compactMap {
      variants(of: table, root: $0, allowsNone: options.has(.allowNone), &diagnostics)
    }
    return diagnostics.hasErrors ? [] : forms
  }

  /// Refuses configured roots that the sources don't have. The failure is at the place in the configuration file, not
  /// in the sources.
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
  ///
  /// Every file is checked to be text, but only the files that are parsed can have syntax errors: a mistake in a file
  /// without settings is the compiler's to report.
  private static func program(
    of files: [SourceFile], root: String?, _ diagnostics: inout Diagnostics
  ) -> Program? {
    for (index, file) in files.enumerated() { check(file, index: index, into: &diagnostics) }
    if diagnostics.hasErrors { return nil }
    let program = ProgramLoader.load(files, root: root)
    for file in program.readFiles {
      for problem in program.declarations[file]?.problems ?? [] {
        diagnostics.error(problem.message, at: SourceLocation(file: file, offset: problem.offset))
      }
    }
    return diagnostics.hasErrors ? nil : program
  }

  /// Returns the form of a program, with its variants under conditions that only the build decides; `nil` if there are
  /// errors, or no settings where none are required. In the latter case, what was reported about the missing root is
  /// dropped.
  private static func variants(
    of table: TypeTable, root: String?, allowsNone: Bool, _ diagnostics: inout Diagnostics
  ) -> GeneratedForm? {
    // A copy: if the absence of settings is allowed, nothing that was reported counts.
    var found = diagnostics
    var form = FormBuilder.build(table, root: root, into: &found)
    if allowsNone, root == nil, form == nil, found.lacksSettings { return nil }
    diagnostics = found
    if diagnostics.hasErrors { return nil }
    FormVariants(program: table.program, root: root).add(to: &form, &diagnostics)
    return diagnostics.hasErrors ? nil : form
  }

  /// Reports a file that isn't text, at its first byte that isn't. Later steps rely on text without zero bytes and in
  /// valid UTF-8.
  private static func check(_ file: SourceFile, index: Int, into diagnostics: inout Diagnostics) {
    if let zero = ByteSearch.firstZero(in: file) {
      let location = SourceLocation(file: index, offset: zero)
      diagnostics.error("this file is binary, not Swift: it has a zero byte here", at: location)
    } else if let fault = UTF8Check.firstFault(in: file) {
      diagnostics.error("this file is not UTF-8 here", at: SourceLocation(file: index, offset: fault))
    }
  }

  /// Returns the outputs that a command line requests. They are empty if there are no settings: `{}` as schema, and
  /// only the notice as Swift. The plugin has announced an output file, so there has to be one.
  static func outputs(_ forms: [GeneratedForm], options: CommandOptions) -> [Output] {
    var outputs: [Output] = []
    if let path = options[.schema] ?? (options[.swift] == nil ? "-" : nil) {
      let text = forms.first.map { $0.schema.exported.json.text(.pretty()) + "\n" } ?? "{}\n"
      outputs.append(Output(path: path, text: text))
    }
    if let path = options[.swift] {
      outputs.append(
        Output(path: path, text: forms.isEmpty ? SwiftEmitter.notice + "\n" : SwiftEmitter.source(forms)))
    }
    return outputs
  }
}

/// The variants of a form whose settings depend on conditions that only the build decides.
///
///     struct AppSettings: AutomaticSettings {
///       #if DEBUG
///         var traceLevel = 0
///       #endif
///     }
///
/// The form is built once with `DEBUG` and once without, and the generated code has both, in `#if DEBUG … #else … #endif`. For n
/// conditions, that is 2ⁿ builds, so conditions that make no difference to the code are found out first, and left out.
struct FormVariants {
  /// The largest number of conditions, each of which doubles the generated code.
  static let maximumCount = 4

  let program: Program
  let root: String?

  /// Adds the variants to a form that was built with the usual assumptions.
  ///
  /// A condition is left out if no combination of the others makes it matter. For two conditions A and B, the four forms have the numbers
  /// 00, 01, 10 and 11, and A matters if 00 differs from 01 or 10 from 11.
  func add(to form: inout GeneratedForm?, _ diagnostics: inout Diagnostics) {
    let conditions = relevant(&diagnostics)
    guard !conditions.isEmpty else { return }
    guard conditions.count <= Self.maximumCount else {
      let list = conditions.joined(separator: ", ")
      diagnostics.error(
        "the settings depend on \(conditions.count) conditions that only the build decides (\(list)), and at most \(Self.maximumCount) are supported",
        at: program.undecided.first { $0.condition == conditions[0] }?.place)
      return
    }
    let usual = conditions.map { BuildPlatform.assumption(of: $0) }
    // One variant for each combination: the bits of its number are set for the conditions that differ from the usual assumption.
    let decisions = (0..<(1 << conditions.count)).map { bits in
      conditions.indices.map { (bits >> $0 & 1 == 1) != usual[$0] }
    }
    var all = decisions.enumerated().map { bits, decisions in
      if bits == 0, let form { return GeneratedForm.Variant(form: form) }
      return variant(conditions, decisions: decisions, &diagnostics)
    }
    let codes = all.map(Self.code)
    // A condition is needed if it alone makes a difference in some combination.
    let needed = conditions.indices.filter { index in
      codes.indices.contains { codes[$0] != codes[$0 ^ (1 << index)] }
    }
    for index in needed { report(conditions[index], assumption: usual[index], into: &diagnostics) }
    let unneeded = conditions.indices.filter { !needed.contains($0) }.reduce(0) { $0 | 1 << $1 }
    form?.variants = all.indices.dropFirst().filter { $0 & unneeded == 0 && codes[$0] != codes[0] }.map {
      bits in
      let terms = needed.map { (decisions[bits][$0] ? "" : "!") + "(\(conditions[$0]))" }
      all[bits].condition = terms.joined(separator: " && ")
      return all[bits]
    }
  }

  /// The conditions that change the generated code. If there are too many to try all combinations, each is tried alone: once among the
  /// usual assumptions, and once among their opposites.
  private func relevant(_ diagnostics: inout Diagnostics) -> [String] {
    let conditions = program.undecided.map(\.condition).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard conditions.count > Self.maximumCount else { return conditions }
    let usual = conditions.map { BuildPlatform.assumption(of: $0) }
    let opposite = usual.map { !$0 }
    return conditions.indices.filter { index in
      [usual, opposite].contains { decisions in
        var changed = decisions
        changed[index].toggle()
        return Self.code(variant(conditions, decisions: decisions, &diagnostics))
          != Self.code(variant(conditions, decisions: changed, &diagnostics))
      }
    }.map { conditions[$0] }
  }

  /// The code of a variant, by which variants are compared.
  private static func code(_ variant: GeneratedForm.Variant) -> String {
    variant.form.map(SwiftEmitter.source) ?? variant.error ?? ""
  }

  private func variant(
    _ conditions: [String], decisions: [Bool], _ diagnostics: inout Diagnostics
  ) -> GeneratedForm.Variant {
    var program = program
    program.assumptions = Dictionary(zip(conditions, decisions)) { first, _ in first }
    var found = Diagnostics()
    if let form = FormBuilder.build(TypeTable(program), root: root, into: &found) {
      for diagnostic in found.all { diagnostics.add(diagnostic) }
      return GeneratedForm.Variant(form: form)
    }
    let error = found.lacksSettings ? nil : found.all.first { $0.severity == .error }
    return GeneratedForm.Variant(error: error.map(DiagnosticRenderer(files: program.files).summary))
  }

  private func report(_ condition: String, assumption: Bool, into diagnostics: inout Diagnostics) {
    for (other, place) in program.undecided where other == condition {
      if let module = program.files[place.file].module, condition != "DEBUG" {
        diagnostics.warn(
          "whether '\(condition)' holds is decided by the build of '\(module)', and the generated code asks the build of its own target: define it for both",
          at: place)
        continue
      }
      diagnostics.note(
        "whether '\(condition)' holds is decided by the build: the exported form assumes that it does\(assumption ? "" : " not"), and the generated code handles both cases",
        at: place)
    }
  }
}
