/// A number with 0 to 9 decimal places, `81.40`, optionally always with a sign.
public func decimal(_ value: Double, places: Int, signed: Bool = false) -> String {
  let places = min(9, max(0, places))
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  let scaled = (value.magnitude * scale).rounded()
  // Beyond 2⁵³ no places are left to be rounded.
  guard scaled < 9e15 else { return "\(value)" }
  let digits = String(Int64(scaled))
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let sign = value < 0 && scaled > 0 ? "-" : signed ? "+" : ""
  return sign + padded.dropLast(places) + (places > 0 ? "." : "") + padded.suffix(places)
}
