@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostSystem

extension ProofFault: CustomStringConvertible {
    /// What happened, as the end of a sentence about the process that tries a feature.
    package var description: String {
        switch self {
        case .notStarted(let program, let error) where error.code == ENOENT || error.code == ENOTDIR:
            "\(program) is not there; build it with \"make build\", or take the whole of what \"make dist\" made"
        case .notStarted(let program, let error): "\(program) can't be started: \(error)"
        case .notWatched(let error): "the process that tries it can't be watched: \(error)"
        case .ended(.code(let code)): "its process ended by itself, with exit code \(code)"
        case .ended(.signal(let signal)): "its process was ended by \(Self.name(of: signal))"
        case .silent(let limit): "it said nothing for \(DurationText.print(limit)), and its process was ended"
        case .nonsense(let text):
            "its process said what can't be understood, \(text); does the feature write to descriptors that "
                + "are not its own?"
        case .closed: "its process closed descriptors that are not the feature's own, and was ended"
        case .otherPlan: "the unit has changed since the first process read it; try again"
        case .tooManyCases(let count): "it has \(count) cases; the most is \(ProofLimits.mostCases)"
        case .late(let limit): "all of it took longer than \(DurationText.print(limit)), and was ended"
        case .stopped: "it was stopped"
        }
    }

    /// What a case says that this has kept from its end.
    ///
    /// - Parameter lines: What the process wrote last.
    func text(_ lines: [String]) -> String {
        let wrote = lines.isEmpty ? "" : "\nit wrote last:\n" + lines.map { "  \($0)" }.joined(separator: "\n")
        return "\(self)\(wrote)"
    }

    /// What a case says that was not tried any more because of this.
    var untried: String { "not tried: \(self)" }

    private static func name(of signal: Int32) -> String {
        let names: [Int32: String] = [
            SIGILL: "SIGILL, as a trap of Swift does", SIGTRAP: "SIGTRAP, as a trap of Swift does",
            SIGSEGV: "SIGSEGV, an access to memory that is not there", SIGABRT: "SIGABRT",
            SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL, as the system does where memory is short",
            SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP", SIGPIPE: "SIGPIPE", SIGSYS: "SIGSYS",
            SIGALRM: "SIGALRM", SIGQUIT: "SIGQUIT", SIGXCPU: "SIGXCPU",
        ]
        return names[signal] ?? "signal \(signal)"
    }
}
