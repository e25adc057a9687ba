import TrendCore

/// The output of `trend export`: a forecast as an HTTP/1.1 request (RFC 9112).
struct ExportRequest {
  var analysis: Analysis
  var settings: TrendSettings

  /// Returns the request, with a masked token for people.
  func text(maskingToken: Bool) -> String {
    let address = settings.export.url.drop { $0 != ":" }.dropFirst(3)
    let host = address.prefix { $0 != "/" }
    let path = address.dropFirst(host.count)
    let token = maskingToken ? "••••••" : settings.export.token
    var lines = ["POST \(path.isEmpty ? "/" : path) HTTP/1.1", "Host: \(host)"]
    if !settings.export.token.isEmpty { lines.append("Authorization: Bearer \(token)") }
    lines += [
      "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "Connection: close", "",
    ]
    return lines.map { $0 + "\r\n" }.joined() + body
  }

  private var body: String {
    let days = analysis.forecast?.readings(days: settings.calculation.forecastPeriod) ?? []
    let values = days.map { "\"\($0.day)\":\(decimal($0.value, places: settings.display.places))" }
    return "{\(values.joined(separator: ","))}\n"
  }
}
