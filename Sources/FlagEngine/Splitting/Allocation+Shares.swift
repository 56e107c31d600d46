extension Allocation {
    /// How a split divides people, given how it did before.
    init(_ split: Split, bucketing: Bucketing, after former: Allocation?) {
        self.init(attribute: split.attribute, seed: split.seed, bucketing: bucketing, ranges: [])
    }
}
