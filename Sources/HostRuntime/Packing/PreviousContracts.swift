@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import HostConfig
internal import JSON

/// What an earlier version of a feature declared: the file `contracts.json` that its package keeps beside the manifest.
enum PreviousContracts {
    static let name = "contracts.json"

    /// Its contracts; none where the unit has no such file.
    static func read(in unit: String) throws(LoadProblem) -> [Contract] {
        let path = "\(unit)/\(name)"
        guard Folder.hasFile(path) else { return [] }
        do {
            let bytes = try FileSource.read(path, most: PackedLibrary.mostBytes)
            return try FeatureDescription(data: Value(json: bytes)).contracts
        } catch { throw LoadProblem(path, .previousUnreadable("\(error)")) }
    }

    /// What documents of that version have and a build can't read.
    static func problems(in unit: String, against contracts: [Contract]) throws(LoadProblem) -> [LoadProblem] {
        let previous = try read(in: unit).compactMap(\.collection)
        return StoredFieldCheck.lost(from: previous, to: contracts.compactMap(\.collection))
            .map { LoadProblem("\(unit)/\(name)", .lostField($0)) }
    }
}
