extension FlagKind {
    /// Whether a flag of this kind answers someone who asks for values of another; whole numbers are fractions too.
    package func answers(_ wanted: FlagKind) -> Bool { self == wanted || (wanted == .float && self == .integer) }
}
