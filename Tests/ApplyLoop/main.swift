// A program of the library that applies many times: what the concurrency tests run beside the command line.
//
//     apply-loop FORM FILE PROCESS COUNT
//
// Every second time it sets the number of all, `shared`, to one that nobody else sets, else its own. Each line that it
// prints is `KEY VALUE STATUS`: the status is 0 for an acknowledged change and 1 for a reported conflict.

import Settings

let words = CommandLine.arguments
guard words.count == 5, let process = Int(words[3]), let count = Int(words[4]),
  let form = try FileStorage(words[1]).read()
else { fatalError("usage: apply-loop FORM FILE PROCESS COUNT") }

let store = try FormStore(form: FormIndex(FormSchema(parsing: form.bytes)), storage: FileStorage(words[2]))
for turn in 0..<count {
  let (key, value) = turn % 2 == 0 ? ("own\(process)", turn) : ("shared", process * 100_000 + turn)
  var draft = store.draft()
  draft.stage(.number(JSONNumber(value)), at: [key])
  var status: Int?
  while status == nil {
    status = await outcome(of: draft)
  }
  print(key, value, status ?? -1)
}

/// 0 for an acknowledged change, 1 for a reported conflict; `nil` if it is to be tried again.
func outcome(of draft: Draft) async -> Int? {
  do {
    _ = try await store.apply(draft)
    return 0
  } catch {
    switch error {
    case .conflicts: return 1
    case .contended, .storage(.storage(.locked)): return nil
    default: fatalError("\(error)")
    }
  }
}
