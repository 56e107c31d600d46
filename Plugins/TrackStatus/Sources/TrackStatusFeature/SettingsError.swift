/// What is wrong with settings though each of them has its Shape.
struct SettingsError: Error, Equatable, CustomStringConvertible {
    let problems: [String]

    var description: String { problems.joined(separator: "; ") }
}

extension Track.Settings {
    /// Throws all that is wrong at once.
    func check() throws {
        let problems = doubleZones
        guard problems.isEmpty else { throw SettingsError(problems: problems) }
    }

    private var doubleZones: [String] {
        var first: [Int: Int] = [:]
        return zones.enumerated().compactMap { index, named in
            guard let other = first[named.zone] else {
                first[named.zone] = index
                return nil
            }
            return
                "zones[\(index)]: zone \(named.zone) (\(named.name)) is zones[\(other)] (\(zones[other].name)) already"
        }
    }
}
