#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type whose values have an order, besides numbers: durations and dates by time, texts scalar by scalar.
public protocol OrderedValue {}

extension Duration: OrderedValue {}
extension Date: OrderedValue {}
extension String: OrderedValue {}
extension Optional: OrderedValue where Wrapped: OrderedValue {}
