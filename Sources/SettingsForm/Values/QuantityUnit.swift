/// A unit of time or of storage. Units of storage are those of IEC 80000-13: `kB` is 1000 bytes, and `KiB` is 1024.
package struct QuantityUnit: Hashable, Sendable {
  package enum Dimension: Hashable, Sendable {
    case time
    case storage
  }

  package let dimension: Dimension
  /// The symbol, such as `min`.
  package let symbol: String
  /// The size in units of 10^-18 seconds or bytes. The largest, an exbibyte, is 1.15 × 10^36, which 128 bits hold 147
  /// times.
  let size: Int128

  /// Finds the unit of a symbol or a word, such as `min`, `minutes`, `MB` or `mebibytes`; returns `nil` for any other string.
  package init?(_ name: String) {
    let found = Self.bySymbol[name] ?? Self.byWord[name.lowercased()]
    guard let found else { return nil }
    self = found
  }

  private init(_ dimension: Dimension, symbol: String, size: Int128) {
    (self.dimension, self.symbol, self.size) = (dimension, symbol, size)
  }

  /// An amount in other units that is a whole number of this unit, for a hint beside a field: for `min`, it is
  /// `1 h 30 min`.
  package var example: String {
    switch (dimension, symbol) {
    case (.time, "w"): "14 d"
    case (.time, "d"): "2 w"
    case (.time, "h"): "2 d"
    case (.time, _): "1 h 30 min"
    case (.storage, "B"), (.storage, "kB"), (.storage, "MB"): "2 GB"
    case (.storage, "KiB"), (.storage, "MiB"): "2 GiB"
    case (.storage, "GiB"), (.storage, "TiB"), (.storage, "PiB"), (.storage, "EiB"): "2 EiB"
    case (.storage, _): "2 EB"
    }
  }

  /// The units of time from days down to seconds, which show durations. Weeks aren't among them, since ten days are
  /// easier to read than a week and three days.
  static let clock = ["d", "h", "min", "s"].compactMap(QuantityUnit.init)

  /// One second, or one byte, in parts.
  private static let one: Int128 = 1_000_000_000_000_000_000

  /// The symbols, other symbols, and the word of each unit, the smaller unit first in each dimension.
  private static let all: [(unit: QuantityUnit, symbols: [String], word: String)] = {
    let times: [(String, Int128, [String], String)] = [
      ("ns", one / 1_000_000_000, [], "nanosecond"), ("µs", one / 1_000_000, ["us", "μs"], "microsecond"),
      ("ms", one / 1_000, ["msec"], "millisecond"), ("s", one, ["sec", "secs"], "second"),
      ("min", 60 * one, ["m", "mins"], "minute"), ("h", 3_600 * one, ["hr", "hrs"], "hour"),
      ("d", 86_400 * one, [], "day"), ("w", 604_800 * one, ["wk"], "week"),
    ]
    var all = times.map { symbol, size, symbols, word in
      (QuantityUnit(.time, symbol: symbol, size: size), [symbol] + symbols, word)
    }
    all.append((QuantityUnit(.storage, symbol: "B", size: one), ["B"], "byte"))
    let prefixes =
      [("k", "kilo", "kibi"), ("M", "mega", "mebi"), ("G", "giga", "gibi"), ("T", "tera", "tebi")]
      + [("P", "peta", "pebi"), ("E", "exa", "exbi")]
    var (decimal, binary) = (one, one)
    for (prefix, decimalWord, binaryWord) in prefixes {
      (decimal, binary) = (decimal * 1_000, binary * 1_024)
      let large = prefix.uppercased()
      all.append(
        (
          QuantityUnit(.storage, symbol: prefix + "B", size: decimal),
          [prefix + "B", large + "B", prefix.lowercased() + "b"], decimalWord + "byte"
        ))
      all.append(
        (
          QuantityUnit(.storage, symbol: large + "iB", size: binary),
          [large + "iB", prefix.lowercased() + "ib"],
          binaryWord + "byte"
        ))
    }
    return all
  }()

  /// The units by their symbols.
  ///
  /// Symbols are compared exactly, since `m` is a minute and `M` begins a megabyte; usual spellings with other cases
  /// are listed. Words are compared without case. Of two units with the same symbol, the first one counts.
  private static let bySymbol = Dictionary(
    all.flatMap { entry in entry.symbols.map { ($0, entry.unit) } }, uniquingKeysWith: { first, _ in first })

  private static let byWord = Dictionary(
    all.flatMap { [($0.word, $0.unit), ($0.word + "s", $0.unit)] }, uniquingKeysWith: { first, _ in first })

  package static func symbols(of dimension: Dimension) -> [String] {
    all.map(\.unit).filter { $0.dimension == dimension }.map(\.symbol)
  }
}
