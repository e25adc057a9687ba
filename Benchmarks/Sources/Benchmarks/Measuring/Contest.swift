/// Several implementations of one task, measured in turns, so that a slow period of the machine affects all of them.
struct Contest {
  private struct Contender {
    let name: String
    let bytes: Int
    /// The operation in the summary; `nil` if it isn't part of it.
    let operation: String?
    let body: () throws -> Void
    var times: [Duration] = []

    var median: Duration { times.sorted()[times.count / 2] }
  }

  private let name: String
  private var contenders: [Contender] = []

  init(_ name: String) {
    self.name = name
  }

  /// Adds an implementation.
  ///
  /// - Parameters:
  ///   - bytes: The size of the input of one run, for the throughput.
  ///   - operation: The operation in the summary, where it is compared with the reference; `nil` if it isn't part of the summary.
  mutating func add(
    _ name: String, bytes: Int = 0, summarizedAs operation: String? = nil,
    _ body: @escaping () throws -> Void
  ) {
    contenders.append(Contender(name: name, bytes: bytes, operation: operation, body: body))
  }

  /// Runs the implementations in turns, at least 7 times and at least for the given time, and prints the median of each and
  /// its ratio to the first. Returns the rows of the summary.
  ///
  /// - Parameter reference: The name of the implementation with which the summary compares the others; that of the first by default.
  @discardableResult
  mutating func run(
    for time: Duration = .seconds(1), insteadOf reference: String? = nil
  ) throws -> [Summary.Row] {
    let clock = ContinuousClock()
    for place in contenders.indices { try contenders[place].body() }
    let start = clock.now
    while contenders[0].times.count < 7 || clock.now - start < time {
      for place in contenders.indices {
        let elapsed = try clock.measure(contenders[place].body)
        contenders[place].times.append(elapsed)
      }
    }
    print("\n\(name), median of \(contenders[0].times.count)")
    let first = contenders[0].median
    for contender in contenders {
      var line = "  " + pad(contender.name, 34) + pad(text(contender.median), -12)
      line += pad("× " + rounded(contender.median / first, 2), -12)
      if contender.bytes > 0 {
        let seconds = contender.median / .seconds(1)
        line += pad(rounded(Double(contender.bytes) / seconds / 1e6, 0) + " MB/s", -14)
      }
      print(line)
    }
    let other = contenders.first { $0.name == reference } ?? contenders[0]
    return contenders.compactMap { contender in
      contender.operation.map {
        Summary.Row(operation: $0, time: contender.median, other: other.name, otherTime: other.median)
      }
    }
  }
}

/// A duration in microseconds or milliseconds.
func text(_ duration: Duration) -> String {
  let microseconds = duration / .microseconds(1)
  return microseconds < 1000 ? rounded(microseconds, 1) + " µs" : rounded(microseconds / 1000, 2) + " ms"
}

/// A number with a fixed number of decimal places.
func rounded(_ value: Double, _ places: Int) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let number = (value * scale).rounded() / scale
  return places == 0 ? String(Int(number)) : String(number)
}

/// A string padded with spaces at its end or, if the width is negative, at its start.
func pad(_ text: String, _ width: Int) -> String {
  let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? spaces + text : text + spaces
}

/// Keeps the optimizer from removing the work that computed a value.
@inline(never)
func use<Value>(_ value: Value) {}
