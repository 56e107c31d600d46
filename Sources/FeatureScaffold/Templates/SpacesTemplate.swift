extension FeatureTemplate {
    /// The topic's payload.
    var spaces: String {
        #"""
        internal import FeatureKit

        /// How many spaces are free.
        struct Spaces: Shaped, Codable, Equatable {
            let free: Int
            let of: Int

            static let shape = Shape.object([
                Field("free", .integer(in: 0...1000), "How many nobody has."),
                Field("of", .integer(in: 1...1000), "How many there are."),
            ])
        }

        extension Topic where Payload == Spaces {
            /// Who reads it later gets the last one at once.
            static var \#(name.prefix)Spaces: Topic<Spaces> {
                .init("\#(name.id).spaces", retain: .latest)
            }
        }

        """#
    }
}
