import Settings
import Testing

/// Expects an error of a remote storage, and returns it.
func remoteError(
  of body: () throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) -> RemoteStorageError? {
  let error = #expect(throws: SettingsStorageError.self, sourceLocation: sourceLocation) { _ = try body() }
  guard case .remote(_, let remote)? = error else { return nil }
  return remote
}
