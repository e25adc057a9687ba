import Settings
import SettingsStorageConformance
import Testing

/// The requirements of a storage, tested with a file and with memory. Other targets test them with other storages.
@Suite("Every storage", .timeLimit(.minutes(5)))
struct StorageConformanceTests {
  @Test("A file", arguments: StorageRequirement.all)
  func file(requirement: StorageRequirement) async throws {
    let folder = try TemporaryFolder()
    try await requirement.check(StoragePlace { FileStorage(folder.path + "/settings.json") })
  }

  @Test("Memory", arguments: StorageRequirement.all)
  func memory(requirement: StorageRequirement) async throws {
    let storage = MemoryStorage()
    try await requirement.check(StoragePlace { storage })
  }
}
