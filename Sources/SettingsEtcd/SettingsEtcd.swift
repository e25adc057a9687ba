// # SettingsEtcd
//
// A storage in etcd, for settings of many machines.
//
// **What it promises.** It meets the same requirements as a file: a commit is all or nothing, and it is stored only over the content that
// it was based on. A commit that was acknowledged is never lost or stored twice, whichever member fails.
//
// **Its central types.**
//
// - `EtcdStorage` is the storage. `EtcdCommit` is one transaction that compares what it replaces. `EtcdKeys` lists all keys.
// - `EtcdClient` sends requests to the members in turn; `HTTPConnection` is libcurl.
// - `EtcdWatch` notices changes. `EtcdView` is what was seen last; the same content isn't transferred twice.
// - `EtcdRollout` asks the running instances before an apply, and `EtcdInstance` is one of them.
//
// **How an apply goes.**
//
//     process that applies                      etcd                            running instances
//     EtcdRollout.prepare ── put candidate ───▶ rollout/candidate ── watch ──▶ EtcdInstance: validate, prepare
//                         ◀── watch ─────────── rollout/votes/ID ◀── put ───── vote
//     EtcdCommit ──────────── one transaction:
//                             if document, head and candidate are unchanged
//                             then put document, head, record; delete candidate
//                             else read what is there
//                                               candidate is gone ── watch ──▶ is its content stored?
//                                                                              yes: commit, no: abort
//
// The instances decide by what is stored, and not by a message, so a message that is lost can't make them disagree.
//
// **How an unknown outcome is resolved.** If a reply is lost, the commit might have happened. Its ID is stored under its number in the same
// transaction, so the next copy of the request finds out whether an earlier copy was done (see `EtcdCommit`).
//
// **Time.** Nothing relies on the clocks of the machines agreeing. A candidate, a registration and the time to confirm are leases, whose
// time the cluster counts.
//
// **What must never happen.** A timeout is reported as a failure although the commit was stored. An instance uses content that another
// instance has vetoed.
//
// **Where to start.** `EtcdCommit.swift`, whose overview is the proof that a commit happens at most once.
