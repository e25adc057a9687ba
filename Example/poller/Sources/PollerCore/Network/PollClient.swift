import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends polls and alerts.
package struct PollClient: Sendable {
  private let session: URLSession

  package init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = 64
    session = URLSession(configuration: configuration)
  }

  /// Polls a target once. It ends after the timeout at the latest.
  package func poll(_ target: PollerSettings.Target, _ settings: PollerSettings) async -> PollResult {
    guard let url = URL(string: target.url) else { return .failed(reason: "the address is malformed") }
    var request = URLRequest(url: url, timeoutInterval: settings.polling.timeout.inSeconds)
    request.httpMethod = target.method.rawValue.uppercased()
    for (name, value) in settings.request.headers { request.setValue(value, forHTTPHeaderField: name) }
    request.setValue(settings.request.userAgent, forHTTPHeaderField: "User-Agent")
    if !settings.request.token.isEmpty {
      request.setValue("Bearer \(settings.request.token)", forHTTPHeaderField: "Authorization")
    }
    return await send(request, followsRedirects: settings.request.followsRedirects)
  }

  /// Sends an alert to an address.
  package func post(_ text: String, to address: String) async -> PollResult {
    guard let url = URL(string: address) else { return .failed(reason: "the address is malformed") }
    var request = URLRequest(url: url, timeoutInterval: 10)
    request.httpMethod = "POST"
    request.httpBody = Data(text.utf8)
    return await send(request, followsRedirects: true)
  }

  /// Returns the answer, or at once if the task is canceled.
  ///
  /// The request itself isn't canceled, because that can stop the process while `URLSession` connects. It ends after its timeout.
  private func send(_ request: URLRequest, followsRedirects: Bool) async -> PollResult {
    let (results, continuation) = AsyncStream.makeStream(of: PollResult.self)
    Task {
      continuation.yield(await answer(to: request, followsRedirects: followsRedirects))
      continuation.finish()
    }
    for await result in results { return result }
    return .failed(reason: "canceled")
  }

  private func answer(to request: URLRequest, followsRedirects: Bool) async -> PollResult {
    let start = ContinuousClock.now
    do {
      let (data, response) = try await session.data(
        for: request, delegate: followsRedirects ? nil : RedirectionRefusal())
      guard let response = response as? HTTPURLResponse else {
        return .failed(reason: "the answer isn't HTTP")
      }
      return .answered(status: response.statusCode, bytes: data.count, after: ContinuousClock.now - start)
    } catch let error as URLError {
      return .failed(reason: error.reason)
    } catch {
      return .failed(reason: "\(error)")
    }
  }
}

/// Takes a redirection as the answer.
private final class RedirectionRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

extension URLError {
  /// A few words for people. `localizedDescription` differs between platforms.
  fileprivate var reason: String {
    switch code {
    case .timedOut: "no answer in time"
    case .cannotConnectToHost: "connection refused"
    case .cannotFindHost, .dnsLookupFailed: "no such host"
    case .cancelled: "canceled"
    case .unsupportedURL, .badURL: "the address is malformed"
    default: "no connection (\(code.rawValue))"
    }
  }
}
