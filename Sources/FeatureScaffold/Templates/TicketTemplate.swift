extension FeatureTemplate {
    /// The route's reply.
    var ticket: String {
        #"""
        internal import FeatureKit

        /// Which space somebody has, and until when.
        struct Ticket: Shaped, Codable, Equatable {
            let space: Int
            let until: Timestamp

            static let shape = Shape.object([
                Field("space", .integer(in: 1...1000), "The space's number."),
                Field("until", .timestamp, "When it is free again."),
            ])
        }

        extension Route where Request == Nothing, Reply == Ticket {
            /// Over HTTP: `POST /api/v1/\#(name.id)/tickets`.
            static var \#(name.prefix)Take: Route<Nothing, Ticket> {
                .init("\#(name.id).take", .post, "/tickets", access: .everyone)
            }
        }

        """#
    }
}
