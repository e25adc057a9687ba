/// Where values came from, in the order in which they were moved.
///
/// A value that moved twice has two moves, and a value inside of a moved one has moved, too. For example, after
/// `/old/port` → `/port` and `/port` → `/server/port`, the value at `/server/port` came from `/old/port`.
/// `origin(of:in:)` therefore goes backward: it takes the last move to the path or around it, and continues with the
/// earlier ones.
///
/// Cost: a look-up for each path around a value and for each of its moves, however many values have moved.
struct ValueMoves: Sendable {
  struct Move: Sendable {
    let from: SettingPath
    let to: SettingPath
  }

  private var moves: [Move] = []
  /// The indices of the moves to each path, and of those from each path. Without them, each path of a long list would be compared with the
  /// moves of all elements.
  private var arrivals: [SettingPath: [Int]] = [:]
  private var departures: [SettingPath: [Int]] = [:]

  mutating func append(_ move: Move) {
    arrivals[move.to, default: []].append(moves.count)
    departures[move.from, default: []].append(moves.count)
    moves.append(move)
  }

  /// Returns where the value of a path is after all moves; the path itself if it hasn't moved.
  func destination(of path: SettingPath) -> SettingPath {
    var path = path
    var start = 0
    while !moves.isEmpty,
      let index = path.prefixes.compactMap({ departures[$0]?.first { $0 >= start } }).min()
    {
      path = path.moved(from: moves[index].from, to: moves[index].to)
      start = index + 1
    }
    return path
  }

  /// Returns the path in the stored text of a value, or of the value that it was made from.
  ///
  /// A part of a converted value may have no counterpart. `host`, which a migration has made of `address`, leads to
  /// `address`.
  func origin(of path: SettingPath, in stored: JSONDocument) -> SettingPath {
    var path = path
    var end = moves.count
    while let index = lastMove(to: path, before: end) {
      let move = moves[index]
      // The same part inside the value before the move.
      let inner = path.moved(from: move.to, to: move.from)
      // The parts of a value that was converted have no counterparts.
      path =
        stored.node(at: inner) == nil && lastMove(to: inner, before: moves.count) == nil ? move.from : inner
      end = index
    }
    return path
  }

  /// Returns the index of the last move of a value to a path or around it; `nil` if there is none.
  ///
  /// - Parameter end: Only moves before this one count.
  private func lastMove(to path: SettingPath, before end: Int) -> Int? {
    guard !moves.isEmpty else { return nil }
    return path.prefixes.compactMap { arrivals[$0]?.last { $0 < end } }.max()
  }
}
