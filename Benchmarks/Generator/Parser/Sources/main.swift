// Reads Swift files and parses them with swift-syntax, as a generator that is based on it has to before it does anything else.

import Foundation
import SwiftParser
import SwiftSyntax

var statements = 0
for path in CommandLine.arguments.dropFirst() {
  let bytes = try Data(contentsOf: URL(filePath: path))
  let tree = bytes.withUnsafeBytes { Parser.parse(source: $0.bindMemory(to: UInt8.self)) }
  statements += tree.statements.count
}
print(statements)
