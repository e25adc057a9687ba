#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type other than a number whose values are ordered: durations and dates by time, strings by Unicode scalars.
@_documentation(visibility: internal)
public protocol OrderedValue {}

extension Duration: OrderedValue {}
extension Date: OrderedValue {}
extension String: OrderedValue {}
extension Optional: OrderedValue where Wrapped: OrderedValue {}
