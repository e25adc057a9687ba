import SettingsEtcd
import Testing

@Suite("An address of settings in etcd")
struct EtcdAddressTests {
  @Test(
    "names members and a prefix",
    arguments: [
      ("etcd://10.0.0.1/settings/trend", "etcd://10.0.0.1:2379/settings/trend", "settings/trend"),
      ("etcd://a:1,b:2,[::1]:3/p", "etcd://a:1,b:2,[::1]:3/p", "p"),
      ("etcd+https://host-1.example/p/", "etcd+https://host-1.example:2379/p", "p"),
      ("etcd://a//absolute", "etcd://a:2379//absolute", "/absolute"),
      ("etcd://[::1]/p", "etcd://[::1]:2379/p", "p"),
      ("etcd://a:1/p@q", "etcd://a:1/p@q", "p@q"),
    ])
  func valid(text: String, canonical: String, prefix: String) throws {
    let address = try EtcdAddress(text)
    #expect(address.description == canonical)
    #expect(address.prefix == prefix)
    #expect(try EtcdAddress(canonical) == address)
  }

  @Test(
    "without a member names those of etcd's own client",
    arguments: [
      ("etcd:///p/q", "a,b:1", "etcd://a:2379,b:1/p/q"),
      ("etcd:///p", "http://a:2379,b", "etcd://a:2379,b:2379/p"),
      ("etcd+https:///p", "a", "etcd+https://a:2379/p"),
      ("etcd:///p", "https://a:1,https://b:2", "etcd+https://a:1,b:2/p"),
      ("etcd://c/p", "a,b", "etcd://c:2379/p"),
    ])
  func membersOfTheEnvironment(_ text: String, _ members: String, _ expected: String) throws {
    #expect(try EtcdAddress(text, variables: ["ETCDCTL_ENDPOINTS": members]).description == expected)
    #expect(throws: EtcdAddressError.noEndpoint) { try EtcdAddress("etcd:///p", variables: [:]) }
    #expect(throws: EtcdAddressError.mixedSecurity) {
      try EtcdAddress("etcd+https:///p", variables: ["ETCDCTL_ENDPOINTS": "http://a"])
    }
  }

  @Test("has an author with the machine and etcd's user, and without the password")
  func author() throws {
    let address = try EtcdAddress("etcd://a/p")
    let named = EtcdStorage(address, options: EtcdOptions(variables: ["ETCDCTL_USER": "ann:secret"])).author
    #expect(named.contains("@") && named.hasSuffix(" (ann in etcd)") && !named.contains("secret"))
    #expect(EtcdStorage(address).author + " (ann in etcd)" == named)
  }

  @Test("can be made of members and a prefix")
  func parts() throws {
    #expect(
      try EtcdAddress(endpoints: ["https://a:1", "https://b"], prefix: "p").description
        == "etcd+https://a:1,b:2379/p")
    #expect(
      try EtcdAddress(endpoints: ["a", "http://b:2"], prefix: "p").description == "etcd://a:2379,b:2/p")
    #expect(throws: EtcdAddressError.mixedSecurity) {
      try EtcdAddress(endpoints: ["https://a", "b"], prefix: "p")
    }
    #expect(throws: EtcdAddressError.noEndpoint) { try EtcdAddress(endpoints: [], prefix: "p") }
  }

  @Test(
    "is refused with the reason",
    arguments: [
      ("http://a/p", EtcdAddressError.scheme("http://a/p")), ("etcd://a", .noPrefix),
      ("etcd://a/", .noPrefix),
      ("etcd:///p", .noEndpoint), ("etcd://a,,b/p", .endpoint("")), ("etcd://a:0/p", .endpoint("a:0")),
      ("etcd://a:70000/p", .endpoint("a:70000")), ("etcd://a:+1/p", .endpoint("a:+1")),
      ("etcd://a b/p", .endpoint("a b")), ("etcd://::1/p", .endpoint("::1")),
      ("etcd://[::1/p", .endpoint("[::1")),
      ("etcd://root:secret@a/p", .credentials), ("etcd://root:se/secret@a/p", .credentials),
      ("http://root:secret@a/p", .credentials), ("root:secret@a/p", .credentials),
    ])
  func invalid(text: String, error: EtcdAddressError) {
    #expect(throws: error) { try EtcdAddress(text) }
    #expect(!"\(error)".contains("secret"))
  }
}
