@_spi(Hosting) internal import FeatureKit
internal import Glibc

/// Finds descriptors and threads that a feature leaves behind in every one of its runs.
///
/// Others in the process open and close things meanwhile, and some things are only made once. So a leak is what each
/// round leaves something new of that stays until the end.
struct LeakHunt {
    /// How many rounds more are run where something seems to grow.
    static let recounts = 3

    private enum Kind: String, CaseIterable {
        case descriptor = "fd"
        case thread = "task"
    }

    /// What there was after the round before.
    private var last: [Kind: Set<String>] = [:]
    /// What came in each round.
    private var new: [Kind: [Set<String>]] = [:]

    /// How many rounds have been counted.
    var rounds: Int { new[.descriptor]?.count ?? 0 }

    /// Takes what there is as given.
    mutating func begin() {
        for kind in Kind.allCases { last[kind] = Self.present(kind) }
    }

    /// Counts a round.
    mutating func note() {
        for kind in Kind.allCases {
            let now = Self.present(kind)
            new[kind, default: []].append(now.subtracting(last[kind] ?? now))
            last[kind] = now
        }
    }

    /// Whether something came in every round and is still there.
    var suspects: Bool { Kind.allCases.contains { leaked($0, Self.present($0)) != nil } }

    /// What stays; threads that are ending get a moment.
    func problems() async -> [String] {
        guard rounds > 0, suspects else { return [] }
        _ = await RigLimits.wait(for: Signal(), within: RigLimits.unseenWork)
        return Kind.allCases.compactMap { kind in
            guard let left = leaked(kind, Self.present(kind)) else { return nil }
            switch kind {
            case .descriptor: return "each run leaves a descriptor open, such as \(left); close it before run() returns"
            case .thread: return "each run leaves a thread behind; end it before run() returns"
            }
        }
    }

    /// What the newest round left, where all of them left something.
    private func leaked(_ kind: Kind, _ present: Set<String>) -> String? {
        let left = (new[kind] ?? []).map { $0.intersection(present) }
        guard !left.isEmpty, left.allSatisfy({ !$0.isEmpty }) else { return nil }
        return left.last?.sorted().first
    }

    /// The descriptors with what they lead to, or the threads, of this process.
    private static func present(_ kind: Kind) -> Set<String> {
        let folder = "/proc/self/\(kind.rawValue)"
        return Set(
            names(in: folder).compactMap { name in
                guard kind == .descriptor else { return name }
                // The folder itself was open while it was read.
                return aim(of: "\(folder)/\(name)").map { "\(name) (\($0))" }
            })
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func aim(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = unsafe readlink(link, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
