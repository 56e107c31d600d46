extension FeatureTemplate {
    /// The topic's payload.
    var spaces: String {
        #"""
        internal import FeatureKit

        /// How many spaces are free.
        @Record struct Spaces: Equatable {
            /// How many nobody has.
            @In(0...1000) let free: Int
            /// How many there are.
            @In(1...1000) let of: Int
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
