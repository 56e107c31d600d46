@_spi(Hosting) import FeatureKit
import HostConfig
import HostRuntime
import HostSystem
import JSON

/// The files of the answers that are kept for their keys, one for each.
struct AnswerFiles: Sendable {
    /// How many names are looked at.
    private static let mostNames = 4 * IdempotentAnswers.most

    let folder: String
    private let state: String
    private let disk: any Disk
    private let most: Int

    /// - Parameters:
    ///   - state: The folder that contains it.
    ///   - most: The most bytes of a file.
    init(folder: String, in state: String, disk: any Disk, most: Int) {
        self.folder = folder
        self.state = state
        self.disk = disk
        self.most = most
    }

    /// All kept answers; where a file can't be read its request is unknown, so that its key is refused until the answer
    /// expires.
    func read(at now: Timestamp) -> [String: KeptAnswer] {
        var found: [String: KeptAnswer] = [:]
        for name in (try? disk.names(in: folder, most: Self.mostNames)) ?? [] where !name.hasSuffix(".new") {
            guard let bytes = try? disk.read(Path.join(folder, name), most: most),
                let value = try? Value(json: bytes, limits: .none), let answer = KeptAnswer(value)
            else {
                found[name] = KeptAnswer(digest: "", at: now, outcome: .begun(revision: nil))
                continue
            }
            found[name] = answer
        }
        return found
    }

    /// Writes an answer to the disk, and removes others from there.
    func write(_ answer: KeptAnswer, _ name: String, without others: [String]) async throws(SystemError) {
        let bytes = Array(answer.value.json.utf8)
        let outcome = try await OwnedThread.run("answers") {
            Result { () throws(SystemError) in
                if try disk.makeFolder(folder) { try disk.sync(folder: state) }
                let place = Path.join(folder, name)
                do throws(SystemError) {
                    try disk.write(bytes, to: "\(place).new")
                    try disk.rename("\(place).new", to: place)
                } catch {
                    try? disk.remove("\(place).new")
                    throw error
                }
                for other in others { try? disk.remove(Path.join(folder, other)) }
                try disk.sync(folder: folder)
            }
        }
        try outcome.get()
    }

    /// Removes answers; what can't be removed goes when its time is over.
    func remove(_ names: [String]) async {
        _ = try? await OwnedThread.run("answers") { for name in names { try? disk.remove(Path.join(folder, name)) } }
    }
}
