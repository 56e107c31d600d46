@_spi(Hosting) internal import FeatureKit
internal import Glibc

extension WorkerFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .slowStart(let limit): "its library was not open within \(DurationText.print(limit))"
        case .silent(let limit): "it said nothing for \(DurationText.print(limit))"
        case .held(let limit): "one of its threads was at the same piece of work for \(DurationText.print(limit))"
        case .memory(let bytes, let limit): "it held \(Self.size(bytes)) of \(Self.size(limit))"
        case .memoryOfGroup(let limit): "it wanted more than its \(Self.size(limit))"
        case .protocolBroken(let error): "\(error)"
        case .library(.notOpened(let words)): "its library can't be opened: \(words)"
        case .library(.noEntry): "its library does not export \(LibraryEntry.name)"
        case .unlinked: "it closed its link to the host"
        case .stayed(let limit): "its feature had ended, but it stayed for \(DurationText.print(limit))"
        }
    }

    /// Bytes as people say them.
    private static func size(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\((bytes + 512) >> 10) KiB" : "\((bytes + 1 << 19) >> 20) MiB"
    }
}

extension WorkerEvidence.End: CustomStringConvertible {
    /// How it ended when nobody in the host had ended it.
    package var description: String {
        switch self {
        case .code(let code): "it exited by itself (code \(code))"
        case .signal(let number):
            switch number {
            case SIGILL, SIGTRAP: "it trapped (signal \(number), \(Self.name(number)))"
            case SIGSEGV, SIGBUS, SIGFPE: "it crashed (signal \(number), \(Self.name(number)))"
            case SIGABRT: "it aborted (signal \(number), \(Self.name(number)))"
            default: "it was killed by somebody (signal \(number))"
            }
        }
    }

    private static func name(_ number: Int32) -> String {
        switch number {
        case SIGILL: "SIGILL"
        case SIGTRAP: "SIGTRAP"
        case SIGSEGV: "SIGSEGV"
        case SIGBUS: "SIGBUS"
        case SIGFPE: "SIGFPE"
        default: "SIGABRT"
        }
    }
}
