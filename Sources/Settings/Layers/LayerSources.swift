import SettingsForm
import SettingsSystem
import Synchronization

/// Where a store's layers are read from. It keeps the last good content of each layer.
final class LayerSources: Sendable {
  let layers: SettingsLayers
  private let reader: LayerReader
  private let state = Mutex(LayerCache())

  /// Reads all layers. A layer with an error is empty.
  ///
  /// - Parameter leavesOutInvalidValues: Whether variables, options and secrets are used without those that have an error.
  init(_ layers: SettingsLayers, form: StoreForm, leavesOutInvalidValues: Bool = false) {
    self.layers = layers
    reader = LayerReader(form: form)
    state.withLock { $0.leavesOutInvalidValues = leavesOutInvalidValues }
    reload()
  }

  /// The layers' values when they were last read.
  var stack: LayerStack { state.withLock { $0.stack } }

  /// The layers when they were last read, the lowest first, without the written one.
  ///
  /// Cost: linear in the number of their values.
  var summaries: (below: [LayerSummary], above: [LayerSummary]) {
    let contents = state.withLock { $0.contents }
    return (
      contents.below.map { LayerSummary($0, reader.index) },
      contents.above.map { LayerSummary($0, reader.index) }
    )
  }

  /// The problems of the layers' contents when they were last read, the lowest layer first.
  var problems: [LayerProblem] { state.withLock { $0.problems } }

  /// The errors of all layers when they were last read.
  var errors: [LayerProblem] { problems.filter { $0.severity == .error } }

  /// The arguments that aren't settings.
  var otherArguments: [String] { state.withLock { $0.otherArguments } }

  /// The paths whose changes can change a layer.
  var watchedPaths: [String] { (layers.below + layers.above).compactMap(\.watchedPath) }

  /// Reads all layers again, and returns their values. A layer with an error keeps its last good content.
  ///
  /// Cost: reads the files; those that haven't changed aren't parsed again.
  @discardableResult
  func reload() -> LayerStack {
    guard !(layers.below.isEmpty && layers.above.isEmpty) else { return .none }
    return state.withLock { cache in
      cache.reload(layers, with: reader)
      return cache.stack
    }
  }
}

extension SettingsLayer {
  /// The path whose changes can change the layer; `nil` for a layer that never changes.
  fileprivate var watchedPath: String? {
    switch source {
    case .file(let path), .folder(let path, _), .secrets(let path): path
    case .environment, .arguments, .values: nil
    }
  }
}
