/// A string in digits that are five rows high. Characters other than digits, signs, points and spaces are omitted.
public func largeDigits(_ text: String, ink: Ink = .trend) -> Picture {
  Picture(
    rows: (0..<5).map { row in
      text.compactMap { figures[$0]?[row] }.joined(separator: " ").map { Picture.Cell($0, ink: ink) }
    })
}

private let figures: [Character: [String]] = [
  "0": ["███", "█ █", "█ █", "█ █", "███"],
  "1": [" █ ", "██ ", " █ ", " █ ", "███"],
  "2": ["███", "  █", "███", "█  ", "███"],
  "3": ["███", "  █", "███", "  █", "███"],
  "4": ["█ █", "█ █", "███", "  █", "  █"],
  "5": ["███", "█  ", "███", "  █", "███"],
  "6": ["███", "█  ", "███", "█ █", "███"],
  "7": ["███", "  █", " █ ", " █ ", " █ "],
  "8": ["███", "█ █", "███", "█ █", "███"],
  "9": ["███", "█ █", "███", "  █", "███"],
  ".": [" ", " ", " ", " ", "█"],
  "-": ["   ", "   ", "███", "   ", "   "],
  "+": ["   ", " █ ", "███", " █ ", "   "],
  " ": [" ", " ", " ", " ", " "],
]
