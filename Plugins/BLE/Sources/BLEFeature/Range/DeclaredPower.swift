/// What an advertisement says of its own power.
enum DeclaredPower {
    /// The type of the structure that says it.
    private static let type: UInt8 = 0x0A
    /// What radio allows, in dBm.
    private static let allowed = -100...20
    /// How much weaker a signal is a metre away than where it is sent, as Eddystone has it; what an iBeacon says is of a metre away.
    static let firstMetre = 41

    /// The power a metre away in dBm; nil where it says none, or one that radio does not allow.
    static func aMetreAway(in data: ArraySlice<UInt8>) -> Int? {
        var structures = ADStructures(data)
        while let structure = structures.next() {
            guard structure.type == type, structure.data.count == 1, let byte = structure.data.first else { continue }
            let power = Int(Int8(bitPattern: byte))
            return allowed.contains(power) ? power - firstMetre : nil
        }
        return nil
    }
}
