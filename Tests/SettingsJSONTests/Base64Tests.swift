import Testing

@testable import SettingsJSON

@Suite("Base64")
struct Base64Tests {
  @Test(
    "The examples of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func examples(_ text: String, _ code: String) {
    #expect(String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self) == code)
    #expect(Base64.decode(code) == Array(text.utf8))
  }

  @Test("Bytes of all values and counts are read back")
  func allBytes() {
    for count in 0...256 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167) }
      #expect(Base64.decode(String(decoding: Base64.encode(bytes), as: UTF8.self)) == bytes)
    }
  }

  @Test(
    "Other text isn't Base64",
    arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm9v\n", "Zm_v", "Zé=="])
  func malformed(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
