extension FeatureTemplate {
    /// What decides.
    var lot: String {
        #"""
        /// Who has which space until when.
        ///
        /// It decides and touches nothing, so time is an argument.
        struct Lot: Equatable {
            struct Stay: Equatable {
                let space: Int
                /// Nil for somebody who is not known.
                let holder: String?
                /// The uptime at which it is over.
                let end: Duration
            }

            let size: Int
            private(set) var stays: [Stay] = []

            init(size: Int) { self.size = size }

            var free: Int { size - stays.count }

            func stay(of holder: String?) -> Stay? { holder == nil ? nil : stays.first { $0.holder == holder } }

            /// Gives out the first space that is free; nil where none is.
            mutating func take(for holder: String?, until end: Duration) -> Stay? {
                let taken = Set(stays.map(\.space))
                guard let space = (1...size).first(where: { !taken.contains($0) }) else { return nil }
                let stay = Stay(space: space, holder: holder, end: end)
                stays.append(stay)
                return stay
            }

            /// Frees what is over by now; false where nothing is.
            mutating func clear(at uptime: Duration) -> Bool {
                let before = stays.count
                stays.removeAll { $0.end <= uptime }
                return stays.count < before
            }
        }

        """#
    }
}
