#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import SettingsGenCore

let result = GeneratorCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
exit(result.print())
