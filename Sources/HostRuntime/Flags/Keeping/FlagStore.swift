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
        file = DurableFile(
            Self.fileName, in: folder,
            stake: DurableFileProblem.Stake(loss: "splits begin anew", next: "the next flags"))
    }

    /// Reads what an earlier host left; what can't be used is put aside.
    func read() -> Found {
        var damages: [AllocationProblem] = []
        let kept = file.read { bytes throws(DurableFile.Unfit) in
            let value: Value
            do throws(JSONProblem) { value = try Value(json: bytes, limits: .none) } catch {
                throw DurableFile.Unfit(what: "\(error)")
            }
            var problems: [AllocationProblem] = []
            guard let history = FlagHistory(value, problems: &problems) else {
                throw DurableFile.Unfit(what: "was not written by this version of the host")
            }
            return (history, problems)
        }
        var found = Found()
        if let content = kept.content { (found.history, damages) = content }
        found.problems = [kept.problem.map { "\($0)" }].compactMap(\.self) + damages.map { "\(path): error: \($0)" }
        return found
    }

    /// Puts a history in the place of the one that lies there; after an error the former one counts.
    func write(_ history: FlagHistory, over _: FlagHistory) async throws(SystemError) {
        try await file.replace(with: Array((history.value.prettyJSON + "\n").utf8))
    }

    // MARK: - Sources

    /// What a source said when it was good last.
    func source(_ name: String) -> Text? {
        let (text, type) = (sourceFile(name), typeFile(name))
        guard let bytes = text.read({ $0 }).content else { return nil }
        return Text(bytes: bytes, contentType: type.read { String(decoding: $0, as: UTF8.self) }.content)
    }

    /// Keeps what a source says.
    func keep(_ text: Text, of name: String) async throws(SystemError) {
        let type = typeFile(name)
        if let contentType = text.contentType {
            try await type.replace(with: Array(contentType.utf8))
        } else {
            for path in [type.path, DurableFile.previous(of: type.path)] { unsafe unlink(path) }
        }
        try await sourceFile(name).replace(with: text.bytes)
    }

    /// Forgets the sources that nobody names any more.
    func forgetSources(but names: [String]) {
        let kept = Set(names.map(Self.stem))
        let found = (try? Folder.names(in: folder, most: Self.mostNames))?.names ?? []
        for name in found where name.hasPrefix(Self.sourcePrefix) {
            if !kept.contains(String(name.prefix { $0 != "." })) { unsafe unlink(Path.join(folder, name)) }
        }
    }

    private func sourceFile(_ name: String) -> DurableFile { file(of: Self.stem(name)) }
    private func typeFile(_ name: String) -> DurableFile { file(of: "\(Self.stem(name)).type") }

    private func file(of name: String) -> DurableFile {
        DurableFile(
            name, in: folder,
            stake: DurableFileProblem.Stake(loss: "what the source said last is lost", next: "what it says next"))
    }

    private static func stem(_ name: String) -> String {
        "\(sourcePrefix)\(SHA256.hexDigest(of: Array(name.utf8)).prefix(16))"
    }
}
