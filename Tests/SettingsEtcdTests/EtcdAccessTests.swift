import Foundation
import Settings
import SettingsEtcd
import TestSupport
import Testing

/// Users and TLS.
@Suite(
  "Access to etcd", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .timeLimit(.minutes(3)))
struct EtcdAccessTests {
  private func options(_ user: String, _ password: String) -> EtcdOptions {
    EtcdOptions(variables: ["ETCDCTL_USER": user, "ETCDCTL_PASSWORD": password])
  }

  @Test("of a user needs the password and a role, and continues when a member has forgotten the token")
  func users() throws {
    let cluster = try EtcdCluster()
    for command in [
      "user add root:hunter2", "user grant-role root root", "role add app",
      "role grant-permission app --prefix=true readwrite p/", "user add app:secret:word",
      "user grant-role app app",
    ] {
      // The role root exists only from the first grant on.
      if command.hasPrefix("user grant-role root") { _ = try? cluster.etcdctl(["role", "add", "root"]) }
      try cluster.etcdctl(command.split(separator: " ").map(String.init))
    }
    try cluster.etcdctl(["auth", "enable"])

    var options = options("app", "secret:word")
    // On a busy machine, a member takes long to start again.
    options.timeout = .seconds(60)
    let storage = try EtcdStorage(endpoints: cluster.endpoints, prefix: "p", options: options)
    #expect(
      try storage.commit(StorageCommit([1], expecting: nil))
        == .committed(SettingsRevision(of: [1]), isDurable: true)
    )
    let combined = EtcdOptions(variables: ["ETCDCTL_USER": "app:secret:word"])
    #expect(
      try EtcdStorage(endpoints: cluster.endpoints, prefix: "p", options: combined).read()
        == StoredContent([1]))

    #expect(
      remoteError { try EtcdStorage(endpoints: cluster.endpoints, prefix: "p").read() }?.kind == .denied)
    let wrong = try EtcdStorage(
      endpoints: cluster.endpoints, prefix: "p", options: self.options("app", "wrong"))
    #expect(remoteError { try wrong.read() }?.kind == .denied)
    let other = try EtcdStorage(
      endpoints: cluster.endpoints, prefix: "q", options: self.options("app", "secret:word"))
    #expect(remoteError { try other.read() }?.kind == .denied)
    #expect(remoteError { try wrong.read() }?.reason.contains("wrong") == false)

    // Simple tokens are in the memory of the members.
    cluster.kill(0)
    try cluster.start(0)
    #expect(
      try storage.commit(StorageCommit([2], expecting: SettingsRevision(of: [1])))
        == .committed(SettingsRevision(of: [2]), isDurable: true))
  }

  @Test("with TLS needs the authority, and the client's certificate if the members require one")
  func certificates() async throws {
    let folder = try Workspace(content: nil)
    func path(_ name: String) -> String { folder.folder + "/" + name }
    let script = """
      set -e; cd "$1"
      openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -subj /CN=authority -days 2
      for name in server client; do
        openssl req -newkey rsa:2048 -nodes -keyout $name.key -out $name.csr -subj /CN=$name
        printf 'subjectAltName=IP:127.0.0.1\\nextendedKeyUsage=serverAuth,clientAuth\\n' >extensions
        openssl x509 -req -in $name.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out $name.crt -days 2 -extfile extensions
      done
      """
    let process = try KeptProcess(["/bin/sh", "-c", "exec 2>/dev/null; " + script, "sh", folder.folder])
    await process.waitForEnd()
    try #require(process.end() == 0)
    let cluster = try EtcdCluster(
      scheme: "https",
      options: [
        "--cert-file", path("server.crt"), "--key-file", path("server.key"), "--trusted-ca-file",
        path("ca.crt"),
        "--client-cert-auth",
      ])
    func storage(_ variables: [String: String], seconds: Int) throws -> EtcdStorage {
      var options = EtcdOptions(variables: variables)
      options.timeout = .seconds(seconds)
      return try EtcdStorage(
        endpoints: cluster.endpoints.map { "https://" + $0 }, prefix: "p", options: options)
    }
    let variables = [
      "ETCDCTL_CACERT": path("ca.crt"), "ETCDCTL_CERT": path("client.crt"), "ETCDCTL_KEY": path("client.key"),
    ]
    let complete = try storage(variables, seconds: 30)
    #expect(
      try complete.commit(StorageCommit([1], expecting: nil))
        == .committed(SettingsRevision(of: [1]), isDurable: true))
    #expect(try complete.read() == StoredContent([1]))
    let withoutAuthority = try storage(variables.filter { $0.key != "ETCDCTL_CACERT" }, seconds: 1)
    #expect(remoteError { try withoutAuthority.read() }?.kind == .unreachable)
    let withoutCertificate = try storage(variables.filter { $0.key == "ETCDCTL_CACERT" }, seconds: 1)
    #expect(remoteError { try withoutCertificate.read() }?.kind == .unreachable)
    // A later attempt doesn't mend a file that isn't there, or the key of another certificate.
    for (name, file) in [
      ("ETCDCTL_CACERT", "none.crt"), ("ETCDCTL_CERT", "none.crt"), ("ETCDCTL_KEY", "ca.key"),
    ] {
      let faulty = try storage(variables.merging([name: path(file)]) { $1 }, seconds: 30)
      let error = remoteError { try faulty.read() }
      #expect(error?.kind == .denied, "\(name): \(String(describing: error))")
    }
  }
}
