@_spi(Hosting) import FeatureKit
import Glibc
import HostConfig
import HostSystem
import TestSupport

@testable import HostRuntime

/// A disk in memory that stops at a step, as if the power went, and then has forgotten whatever nobody made sure of.
///
/// What a file system may do to names and bytes that were not synced, it does: of each name it remembers any of the
/// things that it stood for since its folder was synced last, whatever it remembers of the others; of bytes nothing,
/// a part, zeros or all.
final class ForgetfulDisk: HostRuntime.Disk {
    /// What a careless store would leave out.
    enum Omission: Equatable {
        case none, bytes, names
        /// Only in folders whose path ends so.
        case namesIn(String)
    }

    /// What every call throws once the power is gone.
    static let powerIsGone = SystemError(code: EIO)

    fileprivate enum Thing: Hashable {
        case file(Int)
        case folder
    }

    fileprivate struct File {
        var bytes: [UInt8] = []
        var isSynced = false
    }

    fileprivate struct State {
        var files: [Int: File] = [:]
        /// What stands under each path now.
        var names: [String: Thing] = [:]
        /// What stood under a path since its folder was synced last, the oldest first; nil is nothing.
        var past: [String: [Thing?]] = [:]
        var lastFile = 0
        var steps = 0
        var failures: [(call: String, end: String, error: SystemError)] = []
    }

    private let state: Lock<State>
    private let omission: Omission
    /// After how many steps the power goes; nil for never.
    private let end: Int?
    /// Whether files can have second names.
    private let canLink: Bool

    private init(_ state: State, omitting omission: Omission, endingAfter end: Int?, canLink: Bool) {
        self.state = Lock(state)
        self.omission = omission
        self.end = end
        self.canLink = canLink
    }

    /// A disk with one empty folder.
    convenience init(
        _ folder: String, omitting omission: Omission = .none, endingAfter end: Int? = nil, canLink: Bool = true
    ) {
        var state = State()
        state.names[folder] = .folder
        self.init(state, omitting: omission, endingAfter: end, canLink: canLink)
    }

    /// How many steps were made.
    var steps: Int { state.withLock { $0.steps } }
    /// Whether the power is gone.
    var isOff: Bool { end.map { steps >= $0 } ?? false }

    // MARK: - What a store asks

    func read(_ path: String, most: Int) throws(SourceProblem) -> [UInt8] {
        guard !isOff else { throw .unreadable(path: path, because: Self.powerIsGone) }
        let bytes: [UInt8]? = state.withLock { state in
            guard case .file(let number) = state.names[path] else { return nil }
            return state.files[number]?.bytes
        }
        guard let bytes else { throw .missing(path: path) }
        return Array(bytes.prefix(most))
    }

    func names(in folder: String, most: Int) throws(SystemError) -> [String] {
        guard !isOff else { throw Self.powerIsGone }
        return state.withLock { state in
            state.names.keys.filter { Path.folder(of: $0) == folder && $0 != folder }.map { Path.name(of: $0) }.sorted()
        }
    }

    func makeFolder(_ path: String) throws(SystemError) -> Bool {
        try step { state throws(SystemError) in
            guard state.names[path] == nil else { return false }
            state.set(path, .folder)
            return true
        }
    }

    func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        try fail("write", path)
        try step { state throws(SystemError) in state.set(path, nil) }
        let number = try step { state throws(SystemError) in
            guard state.names[Path.folder(of: path)] == .folder else { throw SystemError(code: ENOENT) }
            state.lastFile += 1
            state.files[state.lastFile] = File()
            state.set(path, .file(state.lastFile))
            return state.lastFile
        }
        try step { state throws(SystemError) in state.files[number]?.bytes = Array(bytes.prefix(bytes.count / 2)) }
        try step { state throws(SystemError) in state.files[number]?.bytes = bytes }
        guard omission != .bytes else { return }
        try step { state throws(SystemError) in state.files[number]?.isSynced = true }
    }

    func rename(_ path: String, to other: String) throws(SystemError) {
        try fail("rename", path)
        try step { state throws(SystemError) in
            guard let thing = state.names[path] else { throw SystemError(code: ENOENT) }
            // Two names of one file stay as they are.
            guard state.names[other] != thing else { return }
            state.set(other, thing)
            state.set(path, nil)
        }
    }

    func link(_ path: String, to other: String) throws(SystemError) {
        try fail("link", path)
        guard canLink else { throw SystemError(code: EPERM) }
        try step { state throws(SystemError) in
            guard let thing = state.names[path] else { throw SystemError(code: ENOENT) }
            guard state.names[other] == nil else { throw SystemError(code: EEXIST) }
            state.set(other, thing)
        }
    }

    func remove(_ path: String) throws(SystemError) {
        try step { state throws(SystemError) in
            guard state.names[path] != nil else { throw SystemError(code: ENOENT) }
            state.set(path, nil)
        }
    }

    func sync(folder: String) throws(SystemError) {
        try fail("sync", folder)
        try step { state throws(SystemError) in
            guard state.names[folder] == .folder else { throw SystemError(code: ENOENT) }
            switch omission {
            case .names: return
            case .namesIn(let end) where folder.hasSuffix(end): return
            default: for path in state.past.keys where Path.folder(of: path) == folder { state.past[path] = nil }
            }
        }
    }

    private func step<Result: Sendable>(
        _ body: (inout State) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try state.withLock { state throws(SystemError) in
            if let end, state.steps >= end { throw Self.powerIsGone }
            state.steps += 1
            return try body(&state)
        }
    }

    // MARK: - What tests do to it

    /// Lets the next call of that kind on paths that end so fail.
    func fail(_ call: String, on end: String, with error: SystemError) {
        state.withLock { $0.failures.append((call, end, error)) }
    }

    private func fail(_ call: String, _ path: String) throws(SystemError) {
        let failure = state.withLock { state in
            state.failures.firstIndex { $0.call == call && path.hasSuffix($0.end) }
                .map { state.failures.remove(at: $0) }
        }
        if let failure { throw failure.error }
    }

    /// The paths of all files.
    var paths: [String] {
        state.withLock { state in state.names.filter { $0.value != .folder }.map(\.key).sorted() }
    }

    /// Changes what lies under a path, behind everybody's back; nil removes it.
    func damage(_ path: String, _ body: ([UInt8]) -> [UInt8]?) {
        state.withLock { state in
            guard case .file(let number) = state.names[path], let file = state.files[number] else { return }
            guard let bytes = body(file.bytes) else { return state.names[path] = nil }
            // Other names of the file stay as they are: it is this place of the disk that is bad.
            state.lastFile += 1
            state.files[state.lastFile] = File(bytes: bytes, isSynced: true)
            state.names[path] = .file(state.lastFile)
        }
    }

    /// What may be left when the power is back: everything that is possible, or so many samples of it.
    func remains(most: Int, endingAfter end: Int? = nil, _ random: inout some RandomNumberGenerator) -> [ForgetfulDisk]
    {
        let state = state.withLock { $0 }
        var choices: [[(inout State) -> Void]] = []
        for (path, past) in state.past.sorted(by: { $0.key < $1.key }) {
            let things = Set(past + [state.names[path]]).sorted { "\($0 as Any)" < "\($1 as Any)" }
            choices.append(things.map { thing in { $0.names[path] = thing } })
        }
        for (number, file) in state.files.sorted(by: { $0.key < $1.key }) where !file.isSynced {
            let all = file.bytes
            let lefts = Set([[], Array(all.prefix(all.count / 2)), [UInt8](repeating: 0, count: all.count), all])
            choices.append(lefts.sorted { "\($0)" < "\($1)" }.map { bytes in { $0.files[number]?.bytes = bytes } })
        }
        let count = choices.reduce(1) { min($0 * $1.count, most + 1) }
        func image(_ pick: (Int) -> Int) -> ForgetfulDisk {
            var image = state
            for (place, ways) in choices.enumerated() { ways[pick(place)](&image) }
            image.settle()
            return ForgetfulDisk(image, omitting: omission, endingAfter: end, canLink: canLink)
        }
        if count <= most {
            return (0..<count).map { number in
                var rest = number
                var digits: [Int] = []
                for ways in choices {
                    digits.append(rest % ways.count)
                    rest /= ways.count
                }
                return image { digits[$0] }
            }
        }
        return (0..<most).map { _ in
            let digits = choices.map { Int.random(in: 0..<$0.count, using: &random) }
            return image { digits[$0] }
        }
    }
}

extension ForgetfulDisk.State {
    fileprivate mutating func set(_ path: String, _ thing: ForgetfulDisk.Thing?) {
        guard names[path] != thing else { return }
        past[path, default: []].append(names[path])
        names[path] = thing
    }

    /// What is on the disk after the power came back is there for good.
    fileprivate mutating func settle() {
        past = [:]
        steps = 0
        for number in files.keys { files[number]?.isSynced = true }
        // Without its folder nothing has a name.
        for path in names.keys {
            let folder = Path.folder(of: path)
            if folder != "." && folder != "/" && names[folder] == nil && names[path] != .folder { names[path] = nil }
        }
    }
}
