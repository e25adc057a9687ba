/// Returns the signals of several streams as one stream, which ends when its task is canceled. Signals that haven't been read yet
/// are combined into one.
func merged(_ streams: [AsyncStream<Void>]) -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let tasks = streams.map { stream in
      Task { for await _ in stream { continuation.yield() } }
    }
    continuation.onTermination = { _ in for task in tasks { task.cancel() } }
  }
}
