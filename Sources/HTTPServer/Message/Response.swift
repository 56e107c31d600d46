/// A whole response.
package struct Response: Sendable {
    package var status: Status
    package var fields: Fields
    /// Not sent where the request was `HEAD` or the status has none; its length is told all the same.
    package var body: [UInt8]
    /// Whether the connection ends with it.
    package var closes: Bool
    /// Whether it answers `HEAD` where `GET` is answered with a stream, of which nobody knows the length.
    package var isHeadOfStream = false

    package init(_ status: Status, _ fields: Fields = Fields(), body: [UInt8] = [], closes: Bool = false) {
        self.status = status
        self.fields = fields
        self.body = body
        self.closes = closes
    }
}
