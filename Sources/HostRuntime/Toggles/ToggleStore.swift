internal import FeatureKit
internal import HostConfig
package import HostSystem
internal import JSON

/// Keeps toggles in the host's state folder: once it has answered, they hold whatever happens to the process or the
/// machine.
package struct ToggleStore: Sendable {
    /// The most bytes of the file that are read; what `Toggles.most` toggles need fits.
    static let mostBytes = 4 * 1024 * 1024
    static let fileName = "toggles.json"

    /// What was found at the start.
    package struct Found: Sendable, Equatable {
        package var toggles = Toggles()
        /// What was wrong with what lay there.
        package var problem: ToggleFileProblem?
    }

    private let file: DurableFile
    package var path: String { file.path }

    /// Keeps them in a folder that nobody else writes to.
    package init(folder: String) { file = DurableFile(Self.fileName, in: folder) }

    /// Reads what an earlier host left; what can't be used is put aside, so that it can be mended and is not
    /// overwritten.
    package func read() -> Found {
        do throws(ToggleFileProblem) {
            return Found(toggles: try readStrictly())
        } catch {
            var problem = error
            problem.keptAs = file.putAside()
            return Found(problem: problem)
        }
    }

    private func readStrictly() throws(ToggleFileProblem) -> Toggles {
        let bytes: [UInt8]
        do throws(SourceProblem) {
            guard let found = try file.read() else { return Toggles() }
            bytes = found
        } catch { throw ToggleFileProblem(path: path, fault: .unreadable(error.message)) }
        guard bytes.count <= Self.mostBytes else { throw ToggleFileProblem(path: path, fault: .tooLarge) }
        let value: Value
        do throws(JSONProblem) { value = try Value(json: bytes) } catch {
            throw ToggleFileProblem(path: path, fault: .noJSON("\(error)"))
        }
        do throws(Toggles.Illegible) { return try Toggles(value) } catch {
            switch error {
            case .version(let version): throw ToggleFileProblem(path: path, fault: .newer(version))
            case .misshapen(let what): throw ToggleFileProblem(path: path, fault: .misshapen(what))
            }
        }
    }

    /// Puts toggles in the place of those that lie there; after an error the former ones count.
    package func write(_ toggles: Toggles, over former: Toggles) async throws(SystemError) {
        try await file.replace(with: toggles.bytes, over: former.bytes)
    }
}

extension Toggles {
    /// As they lie in the file.
    fileprivate var bytes: [UInt8] { Array((value.prettyJSON + "\n").utf8) }
}
