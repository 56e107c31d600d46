package import FeatureKit
internal import HostConfig
package import HostSystem
internal import JSON

/// Keeps overrides in the host's state folder: once it has answered, they hold whatever happens to the process or the
/// machine.
package struct OverrideStore: Sendable {
    /// The most bytes of the file that are read; what `Overrides.most` overrides need fits.
    static let mostBytes = 8 * 1024 * 1024
    static let fileName = "overrides.json"

    /// What was found at the start.
    package struct Found: Sendable, Equatable {
        package var overrides = Overrides()
        /// Those that have lapsed meanwhile; they count no more.
        package var lapsed: [Override] = []
        /// What was wrong with what lay there.
        package var problem: OverrideFileProblem?
    }

    private let file: DurableFile
    package var path: String { file.path }

    /// Keeps them in a folder that nobody else writes to.
    package init(folder: String) { file = DurableFile(Self.fileName, in: folder) }

    /// Reads what an earlier host left; what can't be used is put aside, so that it can be mended and is not
    /// overwritten.
    package func read(at now: Timestamp) -> Found {
        do throws(OverrideFileProblem) {
            let overrides = try readStrictly()
            return Found(overrides: overrides.lasting(at: now), lapsed: overrides.lapsed(at: now))
        } catch {
            var problem = error
            problem.keptAs = file.putAside()
            return Found(problem: problem)
        }
    }

    private func readStrictly() throws(OverrideFileProblem) -> Overrides {
        let bytes: [UInt8]
        do throws(SourceProblem) {
            guard let found = try file.read() else { return Overrides() }
            bytes = found
        } catch { throw OverrideFileProblem(path: path, fault: .unreadable(error.message)) }
        guard bytes.count <= Self.mostBytes else { throw OverrideFileProblem(path: path, fault: .tooLarge) }
        let value: Value
        do throws(JSONProblem) { value = try Value(json: bytes) } catch {
            throw OverrideFileProblem(path: path, fault: .noJSON("\(error)"))
        }
        do throws(Overrides.Illegible) { return try Overrides(value) } catch {
            switch error {
            case .version(let version): throw OverrideFileProblem(path: path, fault: .newer(version))
            case .misshapen(let what): throw OverrideFileProblem(path: path, fault: .misshapen(what))
            }
        }
    }

    /// Puts overrides in the place of those that lie there; after an error the former ones count.
    package func write(_ overrides: Overrides, over former: Overrides) async throws(SystemError) {
        try await file.replace(with: overrides.bytes, over: former.bytes)
    }
}

extension Overrides {
    /// As they lie in the file.
    fileprivate var bytes: [UInt8] { Array((value.prettyJSON + "\n").utf8) }
}
