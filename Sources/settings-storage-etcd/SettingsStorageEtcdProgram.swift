import Settings
import SettingsEtcd
import SettingsStorageHelper
import SettingsSystem

/// The program `settings-storage-etcd ADDRESS`: a storage helper for etcd. The user, the password and the certificates are in the
/// environment, where other users can't read them.
@main
enum SettingsStorageEtcdProgram {
  static func main() {
    guard CommandLine.arguments.count == 2, let address = CommandLine.arguments.last, !address.hasPrefix("-")
    else {
      ByteStream.standardError.show(
        """
        usage: settings-storage-etcd ADDRESS

        Connects settings-tui to etcd, which starts it: settings-tui etcd://HOST:PORT/PREFIX.
        ADDRESS is etcd://HOST:PORT/PREFIX or, with TLS, etcd+https://HOST:PORT/PREFIX. Several members
        of a cluster are separated by commas. ETCDCTL_USER, ETCDCTL_PASSWORD, ETCDCTL_CACERT, ETCDCTL_CERT
        and ETCDCTL_KEY have the same meaning as for etcdctl.

        """)
      CurrentProcess.exit(64)
    }
    HelperService(storage(address)).run()
  }

  private static func storage(_ text: String) -> Result<any SettingsStorage, RemoteStorageError> {
    do throws(EtcdAddressError) {
      let options = EtcdOptions(variables: EnvironmentVariables.all(withPrefix: "ETCDCTL_"))
      return .success(EtcdStorage(try EtcdAddress(text), options: options))
    } catch {
      return .failure(RemoteStorageError(.refused, "\(error)"))
    }
  }
}
