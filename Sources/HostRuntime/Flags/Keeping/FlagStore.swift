internal import FeatureKit
internal import FlagEngine
internal import Glibc
internal import HostConfig
internal import HostSystem
internal import JSON

/// Keeps in the host's state folder what flags need of the past: how splits divided people, the greatest revision, and
/// what each source said when it was good last.
struct FlagStore: Sendable {
    static let fileName = "flags.json"
    private static let version: Int64 = 1
    /// What the names of kept sources begin with.
    private static let sourcePrefix = "flags-"
    /// How many names of the folder are looked at for sources that nobody names any more.
    private static let mostNames = 4_096

    /// What a source said, as it came.
    struct Text: Sendable, Equatable {
        let bytes: [UInt8]
        /// What a server said that it is.
        var contentType: String?
    }

    /// What was found at the start.
    struct Found: Sendable {
        var history = FlagHistory()
        /// What was wrong with what lay there, for the log.
        var problems: [String] = []
    }

    private let folder: String
    private let file: DurableFile
    var path: String { file.path }

    /// Keeps it in a folder that nobody else writes to.
    init(folder: String) {
        self.folder = folder
        file = DurableFile(Self.fileName, in: folder)
    }

    /// Reads what an earlier host left; what can't be used is put aside.
    func read() -> Found {
        var found = Found()
        func refuse(_ what: String) {
            let effect = file.putAside().map { "it is kept as \($0)" } ?? "it stays where it is until flags change"
            found.problems.append("\(path): error: \(what); splits begin anew, \(effect)")
        }
        let value: Value
        do {
            guard let bytes = try file.read() else { return found }
            value = try Value(json: bytes)
        } catch let error as SourceProblem {
            refuse(error.message)
            return found
        } catch {
            refuse("\(error)")
            return found
        }
        guard value["version"] == .integer(Self.version), case .integer(let revision) = value["revision"] else {
            refuse("was not written by this version of the host")
            return found
        }
        found.history.revision = UInt64(clamping: revision)
        var problems: [AllocationProblem] = []
        found.history.allocations = Allocations(value["allocations"] ?? .null, problems: &problems)
        found.problems += problems.map { "\(path): error: \($0)" }
        return found
    }

    /// Puts a history in the place of the one that lies there; after an error the former one counts.
    func write(_ history: FlagHistory, over former: FlagHistory) async throws(SystemError) {
        try await file.replace(with: Self.bytes(history), over: Self.bytes(former))
    }

    private static func bytes(_ history: FlagHistory) -> [UInt8] {
        let value: Value = [
            "version": .integer(version), "revision": .integer(Int64(clamping: history.revision)),
            "allocations": history.allocations.value,
        ]
        return Array((value.prettyJSON + "\n").utf8)
    }

    // MARK: - Sources

    /// What a source said when it was good last.
    func source(_ name: String) -> Text? {
        let (text, type) = (sourceFile(name), typeFile(name))
        guard let bytes = (try? text.read()) ?? nil else { return nil }
        let contentType = ((try? type.read()) ?? nil).map { String(decoding: $0, as: UTF8.self) }
        return Text(bytes: bytes, contentType: contentType)
    }

    /// Keeps what a source says.
    func keep(_ text: Text, of name: String) async throws(SystemError) {
        let type = typeFile(name)
        if let contentType = text.contentType {
            try await type.replace(with: Array(contentType.utf8), over: [])
        } else {
            unsafe unlink(type.path)
        }
        try await sourceFile(name).replace(with: text.bytes, over: text.bytes)
    }

    /// Forgets the sources that nobody names any more.
    func forgetSources(but names: [String]) {
        let kept = Set(names.flatMap { [sourceFile($0).path, typeFile($0).path] })
        let found = (try? Folder.names(in: folder, most: Self.mostNames))?.names ?? []
        for name in found where name.hasPrefix(Self.sourcePrefix) {
            let path = Path.join(folder, name)
            if !kept.contains(path) { unsafe unlink(path) }
        }
    }

    private func sourceFile(_ name: String) -> DurableFile { DurableFile(Self.stem(name), in: folder) }
    private func typeFile(_ name: String) -> DurableFile { DurableFile("\(Self.stem(name)).type", in: folder) }

    private static func stem(_ name: String) -> String {
        "\(sourcePrefix)\(SHA256.hexDigest(of: Array(name.utf8)).prefix(16))"
    }
}
