// A dispatch source may be canceled from any thread, but its type isn't marked as sendable yet.
@preconcurrency import Dispatch

/// Calls a function for each arrival of a signal, instead of the signal's default action, until it is released.
///
/// Several observers of one signal are all called. Signals that arrive at the same time are combined into one.
package final class SignalObserver: Sendable {
  private let source: any DispatchSourceSignal

  /// Starts to observe a signal. When the initializer returns, the signal no longer has its default action.
  package init(_ signal: Signal, _ body: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeSignalSource(
      signal: signal.rawValue, queue: DispatchQueue(label: "settings.signals"))
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isRegistered.signal() }
    source.setEventHandler(handler: body)
    source.activate()
    isRegistered.wait()
  }

  deinit { source.cancel() }
}
