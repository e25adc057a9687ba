import Settings
import SettingsEtcd
import SettingsForm
import SettingsStorageHelper
import SettingsSystem

/// The program `settings-storage-etcd ADDRESS`: a storage helper for etcd. The user, the password and the certificates are in the
/// environment, where other users can't read them.
package enum SettingsStorageEtcdProgram {
  private static let usage = """
    usage: settings-storage-etcd ADDRESS

    Connects settings-tui to etcd, which starts it: settings-tui etcd://HOST:PORT/PREFIX.
    ADDRESS is etcd://HOST:PORT/PREFIX or, with TLS, etcd+https://HOST:PORT/PREFIX. Several members
    of a cluster are separated by commas; etcd:///PREFIX names those of ETCDCTL_ENDPOINTS. This variable,
    ETCDCTL_USER, ETCDCTL_PASSWORD, ETCDCTL_CACERT, ETCDCTL_CERT and ETCDCTL_KEY have the same meaning
    as for etcdctl.

    """

  /// Runs the program with the arguments of the process.
  package static func main() -> Never {
    showInformation(for: Array(CommandLine.arguments.dropFirst()), of: "settings-storage-etcd", usage)
    guard CommandLine.arguments.count == 2, let address = CommandLine.arguments.last, !address.hasPrefix("-")
    else {
      ByteStream.standardError.show(usage)
      CurrentProcess.exit(.usage)
    }
    service(address).run()
    CurrentProcess.exit(.done)
  }

  private static func service(_ text: String) -> HelperService {
    do throws(EtcdAddressError) {
      let variables = EnvironmentVariables.all(withPrefix: "ETCDCTL_")
      let storage = EtcdStorage(
        try EtcdAddress(text, variables: variables), options: EtcdOptions(variables: variables))
      // A proposal may take twice this limit, and `settings-tui` waits for its reply for up to a minute.
      return HelperService(.success(storage), poll: InstancePoll(EtcdRollout(storage, limit: .seconds(20))))
    } catch {
      return HelperService(.failure(RemoteStorageError(.refused, "\(error)")))
    }
  }
}

extension InstancePoll {
  /// The vote of the instances in etcd.
  fileprivate init(_ rollout: EtcdRollout) {
    self.init { content, isReversion in
      await reason { () throws(EtcdRolloutError) in
        try await rollout.propose(content, isReversion: isReversion)
      }
    } agreement: {
      rollout.agreement
    } end: {
      await rollout.end()
    } revert: { content in
      await reason { () throws(EtcdRolloutError) in try await rollout.revert(to: content) }
    }
  }
}

/// Returns why a vote failed; `nil` if it didn't.
private func reason(_ body: () async throws(EtcdRolloutError) -> Void) async -> String? {
  do throws(EtcdRolloutError) {
    try await body()
    return nil
  } catch {
    return error.description
  }
}

/// Ends the process after printing what its only argument asks for: the help or the version. Call it before a file is opened, which would
/// get the number of a closed standard stream.
func showInformation(for words: [String], of program: String, _ usage: String) {
  ByteStream.openMissingStandardStreams()
  switch words {
  case ["--help"]: printResult(usage)
  case ["--version"]: printResult("\(program) \(Release.version)\n")
  default: return
  }
  CurrentProcess.exit(.done)
}

/// Writes a result to the standard output; ends the process with 74 if it can't be written.
func printResult(_ text: String) {
  do throws(SystemCallError) { try ByteStream.standardOutput.write(Array(text.utf8)) } catch {
    ByteStream.standardError.show("The output is incomplete, because it can't be written (\(error)).\n")
    CurrentProcess.exit(.ioError)
  }
}
