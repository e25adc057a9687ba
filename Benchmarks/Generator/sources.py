"""Swift sources of an app of usual size: services with documented methods, models, and some structs of settings."""
import os, random

WORDS = """cache client user record session page image token store event query order price theme filter export queue worker
result path index buffer handler message account report layout panel chart series sample window region policy metric""".split()


def method(choose, number):
    verb, noun, other = choose(WORDS), choose(WORDS), choose(WORDS)
    value = choose(["String", "Int", "Double"])
    return f"""
  /// Returns the {verb} of a {noun}, or `nil` if the {other} is empty.
  ///
  /// - Parameter {noun}: The {noun} to look at.
  func {verb}{number}(of {noun}: String, limit: Int = {len(noun)}) throws -> [{value}: String]? {{
    guard !{noun}.isEmpty, limit > 0 else {{ return nil }}
    var result: [Int: String] = [:]
    for (index, part) in {noun}.split(separator: ",").enumerated() where index < limit {{
      switch part.count {{
      case 0: continue
      case 1...8: result[index] = "\\(part) of {other}"
      default:
        // Long parts are cut.
        result[index] = String(part.prefix(8)) + (part.count > 16 ? "…" : "")
      }}
    }}
    logger.debug("{verb}: \\(result.count) of \\(limit) {noun}s", metadata: ["{other}": "\\({noun})"])
    return try result.isEmpty ? nil : transform(result) {{ key, value in "\\(key)=\\(value.lowercased())" }}
  }}
"""


def service(random, name):
    choose = random.choice
    text = f"import Foundation\nimport Logging\n\n/// Manages the {choose(WORDS)} of the {choose(WORDS)}.\n"
    text += f"final class {name}Service: Sendable {{\n"
    for number in range(random.randint(2, 6)):
        text += f"  private let {choose(WORDS)}{number}: [{choose(['String', 'Int'])}] = []\n"
    for number in range(random.randint(4, 12)):
        text += method(choose, number)
    text += f"}}\n\nextension {name}Service {{\n  struct Options: Codable, Hashable {{\n"
    for number in range(5):
        text += f"    var {choose(WORDS)}{number}: {choose(['Int', 'String?', '[Double]'])}\n"
    return text + "  }\n\n  enum Failure: Error {\n    case missing(String), timeout(seconds: Double)\n    case other\n  }\n}\n"


def settings(random, name):
    text = f"\n/// The settings of {name}.\nstruct {name}Settings: SettingsGroup {{\n"
    for number in range(20):
        text += f"  /// The {random.choice(WORDS)}.\n  // setting: range = 1...500, unit = \"items\"\n"
        text += f"  var {random.choice(WORDS)}{number} = {random.randint(1, 500)}\n"
    return text + "}\n"


def write(folder, count):
    """Writes the given number of files, one in thirty with a section of settings; returns their paths."""
    generator = random.Random(7)
    sections, paths = [], []

    def add(name, text):
        paths.append(os.path.join(folder, name + ".swift"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(text)

    for number in range(count - 1):
        name = "".join(generator.choice(WORDS).capitalize() for _ in range(2)) + str(number)
        text = service(generator, name)
        if number % 30 == 0:
            sections.append(name)
            text += settings(generator, name)
        add(name, text)
    members = "".join(f"  var {name[0].lower() + name[1:]} = {name}Settings()\n" for name in sections)
    add("AppSettings", f"import Settings\n\nstruct AppSettings: SettingsGroup {{\n{members}}}\n")
    return paths
