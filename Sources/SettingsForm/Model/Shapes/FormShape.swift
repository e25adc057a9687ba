import Synchronization

/// The properties of a setting except its key, its title, its help and its default.
///
/// The settings of a form have few different shapes; most consist of a type only. So a form that is read keeps each shape once,
/// and a setting is small and cheap to copy.
package struct FormShape: Sendable {
  package struct Values: Hashable, Sendable {
    package var kind: FormKind
    package var isOptional = false
    package var traits: FormTraits = []
    package var sideEffects: [String] = []
    package var unit: String?
    package var choicesHook: String?
    package var formerKeys: [String] = []
    package var keywords: [String] = []
    package var order: Int?
    package var otherKeywords: JSONObject = [:]
  }

  fileprivate final class Box: Sendable {
    let values: Values
    /// The secrecy that the sections around the setting add.
    let inherited: Secrecy
    let secrecy: Secrecy
    /// The compiled checks, retained; `nil` until a value is first checked. Most forms have many shapes without a value in any
    /// document.
    ///
    /// The pointer is loaded for each value of a document. With `AtomicLazyReference`, that would take a quarter of the time of
    /// a check, because its generic code isn't specialized.
    private let checks = Atomic<Unmanaged<CompiledSchema>?>(nil)
    /// The suggested values; `nil` until they are first read.
    private let suggestions = Mutex<[FormChoice]?>(nil)
    /// The shape of the parts; `nil` until it is first read.
    private let parts = Mutex<FormShape?>(nil)

    init(_ values: Values, inherited: Secrecy) {
      self.values = values
      self.inherited = inherited
      secrecy = values.secrecy.joined(with: inherited)
    }

    deinit {
      checks.load(ordering: .acquiring)?.release()
    }

    func suggestions(_ make: () -> [FormChoice]) -> [FormChoice] {
      suggestions.withLock { known in
        let suggestions = known ?? make()
        known = suggestions
        return suggestions
      }
    }

    func parts(_ make: () -> Values) -> FormShape {
      parts.withLock { known in
        let parts = known ?? FormShape(make())
        known = parts
        return parts
      }
    }

    /// Returns the checks, which the box retains.
    func compiledChecks(_ library: () -> SchemaLibrary) -> Unmanaged<CompiledSchema> {
      if let checks = checks.load(ordering: .acquiring) { return checks }
      let compiled = Unmanaged.passRetained(CompiledSchema(values.checks, library()))
      let other = checks.compareExchange(expected: nil, desired: compiled, ordering: .acquiringAndReleasing)
      guard let other = other.original else { return compiled }
      // Another thread has stored its checks first.
      compiled.release()
      return other
    }
  }

  private var box: Box

  package init(_ values: Values) {
    box = Box(values, inherited: .none)
  }

  package var values: Values {
    get { box.values }
    set { box = Box(newValue, inherited: box.inherited) }
  }

  /// The secret parts of the value.
  package var secrecy: Secrecy { box.secrecy }

  /// Returns the checks of a value, compiled once. The library is only read, and so copied, for the compilation.
  package func compiledChecks(_ library: @autoclosure () -> SchemaLibrary) -> CompiledSchema {
    box.compiledChecks(library).takeUnretainedValue()
  }

  /// The shape for a table that is read for each value of a document. The table, or what contains it, has to retain the shape.
  ///
  /// Reading it doesn't count references, which would take a quarter of the time of a check.
  package struct Unretained: Sendable {
    fileprivate let box: Unmanaged<Box>

    /// Returns the compiled checks, which the shape retains.
    package func compiledChecks(_ library: @autoclosure () -> SchemaLibrary) -> Unmanaged<CompiledSchema> {
      box._withUnsafeGuaranteedRef { $0.compiledChecks(library) }
    }
  }

  package var unretained: Unretained { Unretained(box: .passUnretained(box)) }

  /// Returns the suggested values, created once: that can take the compilation of several schemas.
  package func suggestions(_ make: () -> [FormChoice]) -> [FormChoice] { box.suggestions(make) }

  /// Returns the shape of the elements of a list or the entries of a dictionary, created once, so that all parts share their
  /// suggestions.
  package func parts(_ make: () -> Values) -> FormShape { box.parts(make) }

  /// Returns the shape with secrets that the sections around it add. Comparisons ignore them.
  func inheriting(_ secrecy: Secrecy) -> FormShape {
    guard secrecy.holdsSecrets else { return self }
    var shape = self
    shape.box = Box(values, inherited: box.inherited.joined(with: secrecy))
    return shape
  }
}

extension FormShape.Values {
  /// Creates the properties of a plain setting.
  package init(kind: FormKind) {
    self.init(kind: kind, isOptional: false)
  }
}

extension FormShape: Hashable {
  package static func == (left: FormShape, right: FormShape) -> Bool {
    left.box === right.box || left.values == right.values
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}
