// # SettingsJSON
//
// JSON documents that keep every byte that an edit doesn't change: comments, trailing commas, spelling of numbers, line endings.
//
// **What it promises.** A document that is parsed and written again has the same bytes. An edit replaces the bytes of the values that
// change, and nothing else. A number keeps all of its digits. A parse error has the line and the column, and says what was expected.
//
// **Its central types.** `JSONDocument` is the text with an index of where each value is; `JSONNode` is a place in it. Values are decoded
// only when someone asks for them, so a file of 100 000 settings opens in milliseconds. `JSONValue` is a value without a document.
// `SettingPath` names a value: `servers."eu.west".port`. `JSONEdits` is a list of changes by path, which becomes a list of byte ranges.
//
// **How data flows.**
//
//     bytes → JSONIndexer → JSONDocument → JSONNode → JSONValue
//     JSONDocument + JSONEdits → JSONEditTree → JSONEditor → bytes
//
// **What must never happen.** A value is reformatted because its neighbor changed. A comment is separated from the member that it is about.
// A text that is deep, long or malformed crashes the program, or takes more than linear time.
