extension SystemThread {
  /// Runs work on its own thread, or on the caller's thread if the system has no thread left, and waits for the result.
  package static func run<Result: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
      let body: @Sendable () -> Void = {
        do throws(Failure) {
          continuation.resume(returning: .success(try work()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      do throws(SystemError) { try start(body) } catch { body() }
    }
    return try result.get()
  }
}
