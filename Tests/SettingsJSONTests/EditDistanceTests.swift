import Testing

@testable import SettingsJSON

@Suite("Similar names")
struct EditDistanceTests {
  @Test(
    "The edit distance counts keystrokes, a swap of two adjacent characters once",
    arguments: [
      ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("recieve", "receive", 1), ("ca", "abc", 3),
      ("flaw", "lawn", 2),
    ])
  func distance(_ example: (left: String, right: String, distance: Int)) {
    let (left, right) = (Array(example.left.utf8), Array(example.right.utf8))
    #expect(EditDistance.distance(left, right, limit: 9) == example.distance)
    #expect(EditDistance.distance(right, left, limit: 9) == example.distance)
    if example.distance > 0 {
      #expect(EditDistance.distance(left, right, limit: example.distance - 1) == nil)
    }
  }

  @Test("No name is suggested that differs in more than a third of its characters")
  func limits() {
    #expect(EditDistance.nearest(to: "tilte", among: ["unit", "Title"]) == "Title")
    #expect(EditDistance.nearest(to: "calcualtoin", among: ["calculation"]) == "calculation")
    #expect(EditDistance.nearest(to: "abcdef", among: ["uvwxyz"]) == nil)
    #expect(EditDistance.nearest(to: "x", among: ["y"]) == nil)
  }
}
