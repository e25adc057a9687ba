// # SettingsEtcd
//
// A storage in etcd, for settings of many machines.
//
// **What it promises.** It meets the same requirements as a file: a commit is all or nothing, and it is stored only over the content that it
// was based on. A commit that was acknowledged is never lost or stored twice, whichever member fails.
//
// **Its central types.** `EtcdStorage` is the storage. `EtcdCommit` is one transaction that compares what it replaces. `EtcdClient` sends
// requests to the members in turn. `EtcdWatch` notices changes. `EtcdRollout` asks the running instances before an apply.
//
// **How an unknown outcome is resolved.** If a reply is lost, the commit may have happened. Its ID is in the record that it would have
// written, so reading the log tells.
//
// **What must never happen.** A timeout is reported as a failure although the commit was stored.
