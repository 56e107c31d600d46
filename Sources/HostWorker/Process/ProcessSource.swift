@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import Glibc
internal import HostSystem

/// Runs a feature's workers, each in a process of its own.
struct ProcessSource: WorkerSource {
    let program: WorkerProgram
    let unit: WorkerProgram.Unit
    let limits: @Sendable () -> WorkerLimits
    let purpose: WorkerOrder.Purpose

    func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws {
        try await run(connected: connected) { message throws(WireError) in
            try receive(message)
            return true
        }
    }

    /// Runs one until it has ended, or the task is cancelled, or there is nothing more that is wanted of it.
    func run(
        connected: @escaping @Sendable (any WireConnection) -> Void,
        take: @escaping @Sendable (WireMessage) throws(WireError) -> Bool
    ) async throws {
        let stop = WorkerStop()
        let ended = try await withTaskCancellationHandler {
            try await OwnedThread.run("worker \(unit.id)", stackSize: OwnedThread.largeStackSize) {
                look(after: stop, connected, take)
            }
        } onCancel: {
            stop.stop()
        }
        if let ended { throw ended }
        if stop.isStopped { throw CancellationError() }
    }

    /// Blocks from the start of a worker to its end.
    private func look(
        after stop: WorkerStop, _ connected: (any WireConnection) -> Void,
        _ take: (WireMessage) throws(WireError) -> Bool
    ) -> WorkerEnded? {
        guard !stop.isStopped else { return nil }
        let child: WorkerChild
        let order = WorkerOrder(purpose, id: unit.id, library: unit.libraryForOthers, needed: unit.needed)
        do {
            child = try WorkerChild(program.path, order, memory: limits().memory)
        } catch {
            return WorkerEnded("\(program.path) can't be started: \(error)", nil)
        }
        stop.hold(child)
        defer { stop.hold(nil) }
        // Who only says something of its feature is not what that runs in.
        if purpose.isLife { program.live.began(child.process.id, of: unit.id) }
        defer { program.live.ended(child.process.id, of: unit.id) }
        var run = WorkerRun(child, of: unit.id, log: program.log, stop: stop, limits: limits)
        return run.run(connected: { connected(child.connection) }, take: take)
    }
}

extension WorkerProgram.Unit {
    /// The library's path as another process finds it: what this one calls its own is another one's there.
    fileprivate var libraryForOthers: String {
        let own = "/proc/self/"
        return library.hasPrefix(own) ? "/proc/\(getpid())/\(library.dropFirst(own.count))" : library
    }
}
