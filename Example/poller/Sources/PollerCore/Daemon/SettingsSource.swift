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
  package var name: String {
    switch self {
    case .file(let path): path
    case .etcd(let storage): storage.name
    }
  }

  /// The settings alone, without the layers of this machine.
  package var layers: SettingsLayers {
    switch self {
    case .file(let path): SettingsLayers(file: path)
    case .etcd(let storage): SettingsLayers(storage: storage)
    }
  }

  /// The storage in etcd; `nil` for a file.
  package var fleet: EtcdStorage? {
    if case .etcd(let storage) = self { storage } else { nil }
  }
}
