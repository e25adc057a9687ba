// Reads Swift files and parses them with swift-syntax: the least that a generator based on swift-syntax has to do.

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
