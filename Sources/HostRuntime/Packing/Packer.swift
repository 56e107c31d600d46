@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
package import HostConfig
internal import HostSystem
internal import HostWorker

/// Writes down what is in units' libraries, so that hosts read it without running their code.
package struct Packer: Sendable {
    private let finder: UnitFinder
    private let library: Library
    private let workers: Workers

    /// What became of one unit.
    package enum Outcome: Sendable {
        /// Its file was written.
        case packed(file: String, PackedLibrary)
        /// Its file says already what is in this library.
        case isPacked(file: String, PackedLibrary)
        case failed(Diagnostics)
    }

    /// - Parameter program: The path of the host's executable, beside which the one for workers lies.
    package init(program: String) {
        self.init(
            finder: UnitFinder(program: program), library: Library(copies: PrivateCopies()),
            workers: Workers(beside: program))
    }

    init(finder: UnitFinder, library: Library, workers: Workers) {
        (self.finder, self.library, self.workers) = (finder, library, workers)
    }

    /// Packs the unit in a folder, or every unit in it.
    package func pack(_ folder: String) async -> [(folder: String, outcome: Outcome)] {
        let found = finder.find(in: [folder])
        var outcomes = found.problems.map { (folder: $0.path, outcome: Outcome.failed(Diagnostics([$0.diagnostic]))) }
        for unit in found.units { outcomes.append((unit.folder, await pack(unit))) }
        return outcomes
    }

    private func pack(_ unit: Unit) async -> Outcome {
        let manifest: Manifest
        do throws(SourceProblem) {
            let origin = Origin(name: unit.manifest, folder: unit.folder)
            let checked = Manifest.read(try FileSource.read(unit.manifest), origin: origin)
            guard let content = checked.content else { return .failed(checked.diagnostics) }
            manifest = content
        } catch {
            return .failed(Diagnostics([Diagnostic(.error, file: unit.manifest, message: error.message)]))
        }
        do throws(LoadProblem) {
            let path = try unit.library.get()
            let read = try await library.read(path)
            let file = PackedLibrary.path(of: path)
            if let previous = try? PackedLibrary.read(of: path, unit: unit.folder), previous.digest == read.digest {
                let lost = try PreviousContracts.problems(in: unit.folder, against: previous.description.contracts)
                return lost.isEmpty
                    ? .isPacked(file: file, previous) : .failed(Diagnostics(lost.map(\.diagnostic)))
            }
            let packed = PackedLibrary(
                digest: read.digest, stamp: read.stamp, links: try Self.links(of: read, path),
                description: try await describe(read, path, manifest.id))
            let contracts = packed.description.contracts
            let problems =
                ContractCheck.problems(in: .init(id: manifest.id, manifest: path, contracts: contracts))
                + ContractCheck.strays(in: manifest, at: unit.manifest, contracts)
                + ContractCheck.problems(inSettings: packed.description, manifest: path)
                + (try PreviousContracts.problems(in: unit.folder, against: contracts))
            guard problems.isEmpty else { return .failed(Diagnostics(problems.map(\.diagnostic))) }
            guard (try? PackedLibrary(Array(packed.text.utf8), unit: unit.folder)) == packed else {
                throw LoadProblem(path, .notWritable("two fields of one Shape have the same name"))
            }
            // Made aside and moved into place, so that a running host never reads half of it.
            do throws(SystemError) {
                let disk = LocalDisk()
                try disk.write(Array(packed.text.utf8), to: file + ".new")
                try disk.rename(file + ".new", to: file)
            } catch { throw LoadProblem(file, .notWritable("\(error)")) }
            return .packed(file: file, packed)
        } catch { return .failed(Diagnostics([error.diagnostic])) }
    }

    private func describe(
        _ read: Library.Read, _ path: String, _ id: String
    ) async throws(LoadProblem) -> FeatureDescription {
        do throws(WorkerEnded) {
            return try await workers.describe(
                WorkerProgram.Unit(id: id, library: read.copy, needed: read.needed))
        } catch {
            throw LoadProblem(path, .notDescribed(error.description, lastLines: error.evidence?.lastLines ?? []))
        }
    }

    /// What a library needs that not every machine with Swift has.
    private static func links(of read: Library.Read, _ path: String) throws(LoadProblem) -> [String] {
        guard read.needed.contains(kit) else { throw LoadProblem(path, .ownKit) }
        return read.needed.filter { $0 != kit && !swiftRuntime.contains($0) && !glibc.contains($0) }.sorted()
    }

    private static let kit = "libFeatureKit.so"

    /// Without Foundation: it alone would double what a host takes of memory.
    private static let swiftRuntime: Set = [
        "libswiftCore.so", "libswift_Concurrency.so", "libswift_StringProcessing.so", "libswift_RegexParser.so",
        "libswiftSwiftOnoneSupport.so", "libswiftSynchronization.so", "libswift_Builtin_float.so", "libswiftGlibc.so",
        "libswiftDispatch.so", "libdispatch.so", "libBlocksRuntime.so",
    ]

    private static let glibc: Set = [
        "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1",
        "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
    ]
}

extension PackedLibrary {
    /// How much it declares, for people.
    package var inWords: String {
        let counts = Contract.Role.allCases.map { role in description.contracts.count { $0.role == role } }
        let words = ["publishes", "reads", "serves", "requests", "keeps", "evaluates"]
        let parts = zip(words, counts).filter { $1 > 0 }.map { "\($0) \($1)" }
        return parts.isEmpty ? "declares nothing" : parts.joined(separator: ", ")
    }
}

extension LoadProblem {
    /// The problem as one among those of documents.
    var diagnostic: Diagnostic { Diagnostic(.error, file: path, message: message) }
}
