internal import CLinux
@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import Glibc
internal import HostSystem

/// A worker's process as its host holds it.
struct WorkerChild {
    let process: ChildProcess
    let connection: SocketConnection
    let output: [WorkerOutput.Stream: Descriptor]
    let lastWords: Descriptor
    let group: WorkerGroup?

    init(_ program: String, _ order: WorkerOrder, memory: Int) throws(SystemError) {
        let nothing = try Descriptor { unsafe open("/dev/null", O_RDWR | O_CLOEXEC) }
        let (theirs, ours) = try Self.pair()
        let (theirOut, out) = try Self.pipe()
        let (theirErr, err) = try Self.pipe()
        let (theirWords, words) = try Self.pipe()
        connection = try SocketConnection(ours)
        (output, lastWords) = ([.stdout: out, .stderr: err], words)
        process = try ChildProcess(
            ChildProcess.Command(
                program, order.arguments, environment: Self.environment,
                descriptors: [nothing, theirOut, theirErr, theirs, theirWords]))
        // Until it has been greeted it runs nothing but its own program, so it has started nothing by now.
        let group = WorkerGroup(memory: memory)
        if let group, group.add(process.id) {
            self.group = group
        } else {
            group?.remove()
            self.group = nil
        }
        _ = connection.send(WireHello().message)
    }

    /// All of it; Swift's own way to tell where a crash was would take seconds, and needs a terminal.
    private static let environment = ["SWIFT_BACKTRACE": "enable=no"]

    private static func pair() throws(SystemError) -> (theirs: Descriptor, ours: Descriptor) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemError.check { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    /// Theirs, which blocks, and ours, which does not.
    private static func pipe() throws(SystemError) -> (theirs: Descriptor, ours: Descriptor) {
        var ends: [Int32] = [0, 0]
        try SystemError.check { unsafe make_pipe(&ends) }
        let (ours, theirs) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        try SystemError.check { fcntl(ours.number, F_SETFL, O_NONBLOCK) }
        return (theirs, ours)
    }
}
