/// Why beacons can't be watched over as the settings say, all at once.
struct FleetProblem: Error, Equatable, CustomStringConvertible {
    let sentences: [String]

    var description: String { sentences.joined(separator: "; ") }
}
