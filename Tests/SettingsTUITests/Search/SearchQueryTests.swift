import Testing

@testable import SettingsTUI

@Suite("Queries as they are typed")
struct SearchQueryTests {
  @Test("Words, filters and a pattern can be in any order")
  func parts() {
    let query = SearchQuery("  time @changed /^a b\\/c/ out  @Section:\"Retry Policy\" @section:net ")
    #expect(query.words == "time out")
    #expect(query.filters == [.changed, .section("Retry Policy"), .section("net")])
    #expect(query.pattern?.matches("a b/c") == true)
    #expect(query.fault == nil)
    #expect(query.hints.isEmpty)
  }

  @Test("An empty query hints at all filters, and the beginning of a filter at those that it may become")
  func hints() {
    #expect(SearchQuery("").hints.map(\.typed) == SearchFilter.guide.map(\.typed))
    #expect(SearchQuery("@").hints.count == SearchFilter.guide.count)
    #expect(SearchQuery("mode @se").hints.map(\.typed) == ["@set", "@secret", "@section:NAME"])
    #expect(SearchQuery("mode @se").words == "mode")
    #expect(SearchQuery("mode").hints.isEmpty)
  }

  @Test(
    "An unknown filter, and one that isn't complete, are faults that name the known ones",
    arguments: ["@other", "@other x", "@se x", "@changed:x", "@section x", "@:x"])
  func unknown(query: String) throws {
    let fault = try #require(SearchQuery(query).fault)
    #expect(fault.hasPrefix("@") && fault.contains(" isn't a filter. "))
    #expect(
      fault.hasSuffix("The filters are @changed, @set, @problem, @secret, @restart, @new and @section:NAME."))
  }

  @Test("A query that is complete ends with no beginning of a filter")
  func complete() {
    #expect(SearchQuery("@ch", isComplete: true).fault != nil)
    #expect(SearchQuery("@changed", isComplete: true).filters == [.changed])
  }

  @Test("A section's name is needed")
  func sectionName() {
    #expect(SearchQuery("@section:").fault == "Type the name of a section after @section:.")
    #expect(SearchQuery("@section:\"\" x").fault == "Type the name of a section after @section:.")
  }

  @Test("A pattern may be open while it is typed, and a malformed one says what is wrong")
  func patterns() {
    #expect(SearchQuery("/ab").pattern?.matches("xab") == true)
    #expect(SearchQuery("/").isEmpty)
    #expect(
      SearchQuery("/a(/").fault?.hasPrefix("The regular expression is malformed: at character ") == true)
    #expect(SearchQuery("a/b").words == "a/b")
  }

  @Test("Case matters in a pattern with an uppercase letter")
  func patternCase() throws {
    #expect(try SearchPattern("ab").matches("AB"))
    #expect(try !SearchPattern("aB").matches("AB"))
    #expect(try SearchPattern("a\\Sb").matches("A-B"))
    #expect(try !SearchPattern("É").matches("é"))
  }

  @Test("A long query is read in linear time", .timeLimit(.minutes(1)))
  func long() {
    #expect(SearchQuery(String(repeating: "@", count: 100_000)).fault != nil)
    #expect(SearchQuery(String(repeating: "@section:\" ", count: 20_000)).filters.count == 10_000)
    #expect(SearchQuery(String(repeating: "/ ", count: 50_000)).fault == nil)
  }
}

extension SearchPattern {
  fileprivate func matches(_ name: String) -> Bool { place(of: RowStrings(name: name)) == .title }
}
