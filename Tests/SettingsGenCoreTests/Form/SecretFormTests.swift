import SettingsForm
import Testing

@testable import SettingsGenCore

@Suite("Secrets inside of values")
struct SecretFormTests {
  private static let types = """
    struct Account: Codable {
      var name = ""
      // setting: secret
      var key = ""
    }
    enum Login: Codable {
      case none
      // setting: secret
      case key(String)
    }
    enum Source: Codable {
      case file(String)
      case account(Account)
    }
    struct Custom: Codable {
      // setting: secret
      var pin = 0
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {}
    }
    struct Tree: Codable {
      var children: [Tree] = []
      var account: Account? = nil
    }
    @propertyWrapper struct Wrapper<Value: Codable>: Codable { var wrappedValue: Value }
    @propertyWrapper struct Sealed: Codable {
      var wrappedValue: Int
      // setting: secret
      var salt = ""
    }
    enum Plain: Codable {
      case a(Int)
    }
    typealias Many<Value> = [UInt8: Value]
    typealias Pairs<Value> = [(Value, Int)]
    typealias Lists = Array
    enum Space {
      typealias Hidden = Account
    }
    enum Outside: Codable {
      case a(Space.Hidden)
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {}
    }
    """

  private func setting(_ member: String) throws -> FormSetting {
    let made = Generated(Self.types + "\nstruct App: SettingsGroup { \(member) }", root: "App")
    return try #require(made.setting("a"))
  }

  @Test(
    "keep their place in lists, dictionaries and optionals",
    arguments: [
      ("[Account]", ["0", "key"]), ("[[Account]]", ["0", "1", "key"]), ("[String: Account]", ["x", "key"]),
      ("[String: [Account]]", ["x", "0", "key"]), ("Account?", ["key"]),
      ("Login", ["key", "_0"]), ("[Login]", ["0", "key", "_0"]), ("Source", ["account", "_0", "key"]),
    ])
  func kept(type: String, path: [String]) throws {
    let made = try setting("var a: \(type) = []")
    #expect(made.holdsSecrets && !made.isSecret)
    #expect(path.reduce(made.secrecy) { $0.part($1) }.isWhole)
  }

  @Test(
    "make a value that is edited as JSON secret as a whole",
    arguments: [
      "[Account?]", "[Login?]", "[String: Source?]", "Custom", "[Custom]", "[UInt8: Account]",
      "[Int64: [Account]]",
      "[Plain: Account]", "[Account: Int]", "Elsewhere<Account>", "Elsewhere.Box<Int, [Login]>",
      "Many<Account>",
      "Pairs<Account>", "Lists<Account?>", "Outside", "[[Plain: Account]]", "[String: [[UInt8: Account]]]",
      "[Int: [UInt8: Account]]",
    ])
  func whole(type: String) throws {
    #expect(try setting("var a: \(type) = x").isSecret)
  }

  @Test(
    "make a property with a wrapper secret as a whole, whether they are in its type or in the wrapper",
    arguments: [
      "@Wrapper var a: Account = x", "@Wrapper var a = Account()", "@Elsewhere var a: [Account] = []",
      "@Sealed var a = 1",
    ])
  func wrapped(member: String) throws {
    #expect(try setting(member).isSecret)
  }

  @Test("are found in a recursive struct, where the form ends")
  func recursive() throws {
    let made = try setting("var a: [Tree] = []")
    #expect(made.secrecy.part("0").part("children").isWhole)
  }

  @Test(
    "are whole by the type Secret, in an initial value, too",
    arguments: [
      "a: Secret<String> = \"x\"", "a: Secret<String>?", "a: Secret<String?>", "a: [Secret<Int>] = [1]",
      "a: [String: Secret<String>] = [:]", "a: Elsewhere<Secret<String>> = x", "a: Many<Secret<Int>> = [:]",
      "a: Secret<String> = .init(\"x\")", "a: Settings.Secret<Date> = Secret(x)",
    ])
  func typed(member: String) throws {
    #expect(try setting("var \(member)").isSecret)
  }

  @Test("have the kind and the default of the value inside")
  func kinds() throws {
    #expect(try setting("var a: Secret<String>?").isOptional)
    #expect(try setting("var a: Secret<Int> = 3").defaultValue == 3)
    #expect(try setting("var a: Secret<String> = .init(\"x\")").defaultValue == "x")
    #expect(
      try setting("var a: [Holder] = []\nstruct Holder: SettingsGroup { var b: Secret<String>? }")
        .holdsSecrets)
  }

  @Test("aren't found in a value without secrets", arguments: ["[Int?]", "Plain", "[Plain]"])
  func none(type: String) throws {
    #expect(try !setting("var a: \(type) = x").holdsSecrets)
  }
}
