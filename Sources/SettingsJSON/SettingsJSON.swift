// # SettingsJSON
//
// JSON documents that keep every byte that an edit doesn't change: comments, trailing commas, the spelling of numbers, line endings.
//
// People write settings files by hand, arrange them, and comment them. A library that decodes such a file, changes a value, and encodes it
// again destroys that work. So this module never encodes a file. It remembers where each value is, and replaces the bytes of the values
// that change.
//
// **What it promises.** A document that is parsed and written again has the same bytes. An edit replaces the bytes of the values that
// change, and nothing else. A number keeps all of its digits. A parse error has the line and the column, and says what was expected.
//
// **Its central types.**
//
// - `JSONDocument` is the text with an index of where each value is. `JSONNode` is a place in it. A value is decoded only when someone asks
//   for it, so a file of 100 000 settings opens in milliseconds.
// - `JSONValue` is a value without a document, and `SettingPath` names a value in one: `servers."eu.west".port`.
// - `JSONEdits` is a list of changes by path. `JSONDocument.bytes(applying:)` turns it into the new text. `ListPairing` tells
//   which elements of two lists are the same.
// - `ShownText` is how people see text: quoted, cut, and with codes for what can't be seen.
//
// **How data flows.** Reading goes down on the left, and writing on the right:
//
//     bytes ──── JSONScanner      finds the end of a token      JSONEdits      changes by path
//                     │                                             │
//                JSONIndexer      one pass, no recursion        JSONEditTree   the same, nested like the document
//                     │                                             │
//                JSONStorage      bytes + entries + key tables ─▶ JSONEditor   asks the index where a value is
//                     │                                             │
//                 JSONNode        an entry's number               [Splice]     byte ranges with their new text
//                     │                                             │
//                JSONValue        decoded on request              bytes        everything else is copied
//
// **An example.** In `{"port": 80, // was 8080⏎ "host": "a"}`, an edit sets `port` to 81. The index says that the number is at bytes 9 and
// 10. The only splice is `9..<11 → "81"`, so the comment, the spaces and the other member are copied as they are.
//
// **What must never happen.** A value is reformatted because its neighbor changed. A comment is separated from the member that it is about.
// A text that is deep, long or malformed crashes the program, or takes more than linear time.
//
// **Where to start.** `JSONEntry` in `Document/JSONStorage.swift` has the format of the index, and `JSONIndexer` builds it.
// `JSONEditor.swift` writes; read `JSONSlot` in `JSONEditTree.swift` first, which says which comma and which comments belong to an item.
