internal import FeatureKit
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
        package var problem: DurableFileProblem?
    }

    private let file: DurableFile
    package var path: String { file.path }

    /// Keeps them in a folder that nobody else writes to.
    package init(folder: String) {
        file = DurableFile(
            Self.fileName, in: folder,
            stake: DurableFileProblem.Stake(loss: "no toggle of it counts", next: "the next toggle"))
    }

    /// Reads what an earlier host left; what can't be used is put aside, so that it can be mended and is not
    /// overwritten.
    package func read() -> Found {
        let found = file.read(Self.toggles)
        return Found(toggles: found.content ?? Toggles(), problem: found.problem)
    }

    private static func toggles(_ bytes: [UInt8]) throws(DurableFile.Unfit) -> Toggles {
        guard bytes.count <= mostBytes else {
            throw DurableFile.Unfit(what: "is larger than \(mostBytes / 1024 / 1024) MiB")
        }
        do { return try Toggles(try Value(json: bytes)) } catch let problem as JSONProblem {
            throw DurableFile.Unfit(what: "\(problem)")
        } catch Toggles.Illegible.version(let version) {
            throw DurableFile.Unfit(what: "was written by a newer host (version \(version))")
        } catch Toggles.Illegible.misshapen(let what) {
            throw DurableFile.Unfit(what: what)
        } catch { throw DurableFile.Unfit(what: "\(error)") }
    }

    /// Puts toggles in the place of those that lie there; after an error the former ones count.
    package func write(_ toggles: Toggles, over _: Toggles) async throws(SystemError) {
        try await file.replace(with: toggles.bytes)
    }
}

extension Toggles {
    /// As they lie in the file.
    fileprivate var bytes: [UInt8] { Array((value.prettyJSON + "\n").utf8) }
}
