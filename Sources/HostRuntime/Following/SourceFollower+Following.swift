@_spi(Hosting) internal import FeatureKit
internal import HostConfig
package import HostSystem
internal import WebClient

/// Follows files and addresses.
extension SourceFollower {
    /// Follows the sources of the active configuration until it is cancelled.
    ///
    /// - Parameters:
    ///   - loop: Where files are watched.
    ///   - changed: Called when a source may have changed.
    package nonisolated func run(
        on loop: DescriptorLoop, changed: @escaping @Sendable (FollowedSource) async -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            var followed: [(source: FollowedSource, stop: Signal)] = []
            for await sources in wanted {
                for (source, stop) in followed where !sources.contains(source) { stop.raise() }
                followed.removeAll { $0.stop.isRaised }
                for source in sources where !followed.contains(where: { $0.source == source }) {
                    let stop = Signal()
                    followed.append((source, stop))
                    group.addTask { await self.follow(source, until: stop, on: loop) { await changed(source) } }
                }
            }
            group.cancelAll()
        }
    }

    private nonisolated func follow(
        _ source: FollowedSource, until stop: Signal, on loop: DescriptorLoop,
        _ changed: @escaping @Sendable () async -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            switch source {
            case .file(let path): group.addTask { await self.watch(path, on: loop, changed) }
            case .address(let address): group.addTask { await self.poll(address, changed) }
            }
            await stop.wait()
            group.cancelAll()
        }
    }

    private nonisolated func watch(
        _ path: String, on loop: DescriptorLoop, _ changed: @Sendable () async -> Void
    ) async {
        do throws(SystemError) {
            let watcher = try FileWatcher(path: path, on: loop)
            for spot in watcher.blindSpots { log.warning("\(spot)") }
            // It may have been saved between its reading and its watching.
            await changed()
            for await _ in watcher.events { await changed() }
        } catch { log.warning("a file of flags is not watched", [("file", path), ("error", "\(error)")]) }
    }

    private nonisolated func poll(_ address: WebAddress, _ changed: @Sendable () async -> Void) async {
        var plan = PollPlan(every: address.every)
        var isGood = true
        // Who has not been waited for is asked at once.
        if await hasNotAnswered(address) { await pass(on: await ask(address, nil), of: address, changed) }
        var least: Duration?
        while !Task.isCancelled {
            let pause = plan.pause(afterSuccess: isGood, chance: .random(in: 0...1), least: least)
            do { try await clock.sleep(until: clock.uptime + pause) } catch { return }
            let answer = await ask(address, await tag(of: address))
            isGood = !answer.hasFailed
            if case .failed(_, let after) = answer { least = after } else { least = nil }
            await pass(on: answer, of: address, changed)
        }
    }

    /// Has the configuration follow an answer before it is logged: a reader of the log finds the host's status changed.
    private nonisolated func pass(
        on answer: AddressAnswer, of address: WebAddress, _ changed: @Sendable () async -> Void
    ) async {
        let taken = await take(answer, of: address)
        if taken.isNews { await changed() }
        tell(taken.complaint, of: address)
    }
}
