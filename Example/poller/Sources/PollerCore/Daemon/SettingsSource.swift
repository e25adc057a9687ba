import Settings
import SettingsEtcd

/// Where the settings are: in a file of this machine, or in etcd, for many machines.
package enum SettingsSource: Sendable {
  case file(String)
  case etcd(EtcdStorage)

  /// Reads an address: `etcd://HOST:PORT/PREFIX`. The user and the certificates are in the variables of etcd's own client.
  package static func etcd(address: String, environment: [String: String]) throws(EtcdAddressError) -> Self {
    .etcd(EtcdStorage(try EtcdAddress(address), options: EtcdOptions(variables: environment)))
  }

  /// The name in messages.
  package var name: String { storage.name }

  package var storage: any SettingsStorage {
    switch self {
    case .file(let path): FileStorage(path)
    case .etcd(let storage): storage
    }
  }

  /// The storage in etcd; `nil` for a file.
  package var fleet: EtcdStorage? {
    if case .etcd(let storage) = self { storage } else { nil }
  }
}
