extension FeatureTemplate {
    /// The route's reply.
    var ticket: String {
        #"""
        internal import FeatureKit

        /// Which space somebody has, and until when.
        @Record struct Ticket: Equatable {
            /// The space's number.
            @In(1...1000) let space: Int
            /// When it is free again.
            let until: Timestamp
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
