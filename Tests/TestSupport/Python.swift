import Foundation

/// A Python interpreter with the package `jsonschema`, an independent validator; `SETTINGS_PYTHON` is its path.
///
/// It judges the same forms and documents as this library does, in a random test: where the two disagree about which values are invalid,
/// one of them is wrong. Tests are skipped unless ``hasJSONSchema``.
public enum Python {
  /// A form and documents for it, all as JSON text.
  public struct Case {
    let form: String
    let documents: [String]

    /// Creates a case.
    public init(form: String, documents: [String]) {
      self.form = form
      self.documents = documents
    }
  }

  /// The script failed.
  public struct Failure: Error {}

  private static let interpreter = ProcessInfo.processInfo.environment["SETTINGS_PYTHON"] ?? "python3"

  /// Whether the interpreter is installed.
  public static let isInstalled = (try? run("", [])) == true
  /// Whether the interpreter and the package are installed.
  public static let hasJSONSchema = (try? run("import jsonschema", [])) == true

  /// The JSON Pointers of the invalid values in each document of each case; an empty set for a valid document. Runs one process for all
  /// cases, because Python takes longer to start than to judge.
  public static func judge(_ cases: [Case]) throws -> [[Set<String>]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "agreement-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = cases.map { example in
      "{\"form\": \(example.form), \"documents\": [\(example.documents.joined(separator: ", "))]}"
    }
    let inputFile = folder.appending(path: "input.json")
    let outputFile = folder.appending(path: "output.json")
    try Data("[\(input.joined(separator: ", "))]".utf8).write(to: inputFile)
    guard try run(script, [inputFile.path, outputFile.path]) else { throw Failure() }
    return try JSONDecoder().decode([[Set<String>]].self, from: Data(contentsOf: outputFile))
  }

  private static func run(_ script: String, _ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [interpreter, "-c", script] + arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Numbers are read as decimals, so that 0.3 is a multiple of 0.1 in Python as well.
  private static let script = """
    import json, sys
    from decimal import Decimal
    from jsonschema import Draft202012Validator, validators

    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value:
        isinstance(value, int) and not isinstance(value, bool)
        or isinstance(value, Decimal) and value == value.to_integral_value())
    Validator = validators.extend(Draft202012Validator, type_checker=checker)

    def pointer(path):
        return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)

    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    for case in json.loads(text):
        Draft202012Validator.check_schema(case["form"])
    output = []
    for case in json.loads(text, parse_float=Decimal):
        validator = Validator(case["form"])
        output.append([
            sorted({pointer(error.absolute_path) for error in validator.iter_errors(document)})
            for document in case["documents"]])
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(output, file)
    """
}
