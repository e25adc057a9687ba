// # SettingsEditing
//
// What only people who edit settings need: models of settings screens, reviews that are saved or read by other programs, and traces of
// rules. An app that reads and changes its own settings doesn't compile this module.
//
// **Its central types.**
//
// - `FormViewModel` is a draft that a screen observes. `SettingsViewModel` is its typed front.
// - `ValueComparison` decides how much of a changed value is shown: both values, the words that differ, or the parts.
// - `RuleTrace` tells why a setting has its value, and why it can't be changed.
// - `SettingsPlan` is a review that somebody applies later.
//
// **How data flows.** Everything here reads a draft or a review of `Settings`, and gives back text, JSON or a draft. An apply is always the
// store's.
//
// **What must never happen.** A plan has a secret, or is applied to another version than the one it was made for.
//
// **Where to start.** `FormViewModel.swift`: its members are what a screen can ask and do.

// The signatures contain stores, drafts and reviews.
@_exported public import Settings
