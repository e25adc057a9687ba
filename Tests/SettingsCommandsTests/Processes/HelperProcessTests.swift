import SettingsSystem
import Testing

@testable import SettingsStorageHelper

@Suite("The process of a storage helper", .timeLimit(.minutes(1)))
struct HelperProcessTests {
  @Test("that has ended doesn't affect a file that gets the number of its descriptor")
  func reusedDescriptor() throws {
    let helper = try HelperProcess(["/bin/true"], showsErrors: false)
    while !helper.isReleased { POSIXFileSystem().pause(milliseconds: 1) }
    // The lowest free numbers are used, so these sockets get the number of the closed stream.
    let pairs = try (0..<8).map { _ in try ByteStream.makeSocketPair() }
    helper.end()
    #expect(throws: HelperProcess.Failure.ended) {
      try helper.ask(.read(asSignaled: false), before: .now + .seconds(60))
    }
    for pair in pairs {
      try pair.0.send([1], before: .now + .seconds(60))
      try pair.1.send([2], before: .now + .seconds(60))
      pair.0.close()
      pair.1.close()
    }
  }

  @Test("that doesn't exist is an error")
  func missing() {
    #expect(throws: SystemCallError.self) { try HelperProcess(["/nonexistent/helper"], showsErrors: false) }
  }
}
