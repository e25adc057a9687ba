/// A POST request with a JSON body.
struct HTTPRequest: Sendable {
  var url: String
  var body: [UInt8]
  /// The value of the header `Authorization`; `nil` for none.
  var authorization: String?
  var files = TLSFiles()
  /// The time limit for the connection.
  var connectLimit: Duration
}

/// The files of a connection with TLS.
struct TLSFiles: Hashable, Sendable {
  /// The certificates of the authorities that may have signed the server's certificate; `nil` for those of the system.
  var authorities: String?
  /// The client's certificate; `nil` for none.
  var certificate: String?
  /// The private key of the client's certificate.
  var key: String?
}

/// A complete reply.
struct HTTPReply: Hashable, Sendable {
  var status: Int
  var body: [UInt8]
}
