@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// What a host does between its start and its end.
extension Host {
    /// Follows the document and the signals until one of them ends the host.
    ///
    /// - Returns: The exit code of the process.
    func serve() async -> Int32 {
        let (reloads, reload) = AsyncStream.makeStream(of: HostSignal.self, bufferingPolicy: .bufferingNewest(1))
        return await withTaskGroup(of: Int32?.self) { group in
            // All of it from the beginning: a host whose features are slow to start can be told to stop, or to
            // switch them off.
            group.addTask { await start() }
            group.addTask { await followDocument() }
            group.addTask { await follow(reloads) }
            group.addTask { await followStates() }
            group.addTask { await followSignals(reload) }
            group.addTask {
                await configuration.follower.run(on: loop) { await configuration.noteChange(of: $0) }
                return nil
            }
            group.addTask {
                await configuration.followTrials()
                return nil
            }
            group.addTask {
                await configuration.followConfirmations()
                return nil
            }
            group.addTask {
                await configuration.followOverrides()
                return nil
            }
            defer {
                // First: what is asked from here on is refused, so that nothing new keeps the tasks waiting.
                configuration.close()
                group.cancelAll()
            }
            for await code in group { if let code { return code } }
            return ExitCode.bad.rawValue
        }
    }

    /// Brings up what the document asks for, says so, and goes on saying that the host is alive.
    private func start() async -> Int32? {
        guard await configuration.read(force: true) == .applied else { return ExitCode.bad.rawValue }
        await registry.settled()
        guard !Task.isCancelled else { return nil }
        log.line("\(ReadyLine(after: clock.uptime - started, on: front?.links ?? [], registry.statuses))")
        service.ready()
        copies.removeOthers()
        await configuration.removeOtherCopies()
        await service.keepBeating(clock: clock) {
            await registry.ping()
            return true
        }
        return nil
    }

    private func followDocument() async -> Int32? {
        var told: [BlindSpot] = []
        func tellBlindSpots() {
            for spot in watcher.blindSpots where !told.contains(spot) { hostLog.warning("\(spot)") }
            told = watcher.blindSpots
        }
        tellBlindSpots()
        for await event in watcher.events {
            tellBlindSpots()
            switch event {
            case .changed: _ = await configuration.read(force: false)
            case .gone: await configuration.noteGone()
            }
        }
        return nil
    }

    /// Answers once to all that ask for a reload while one goes on.
    private func follow(_ reloads: AsyncStream<HostSignal>) async -> Int32? {
        for await signal in reloads {
            hostLog.info("reloading", [("because", "\(signal)")])
            service.reloading(at: clock.uptime)
            let outcome = await configuration.read(force: true)
            await registry.settled()
            guard !Task.isCancelled else { break }
            hostLog.info("reloaded", [("document", outcome.rawValue)])
            service.ready()
        }
        return nil
    }

    /// Keeps the service manager's status line true.
    private func followStates() async -> Int32? {
        guard service.isListening else { return nil }
        let member = bus.join("service-manager", wiring: Wiring(reads: [Topic.hostFeatures.name]), log: hostLog)
        defer { member.revoke() }
        do {
            for await _ in try Bus(member: member).messages(on: .hostFeatures, overflow: .dropOldest(1)) {
                service.status(registry.statuses.inWords)
            }
        } catch {
            hostLog.error("the service manager's status is not kept", [("error", "\(error)")])
        }
        return nil
    }

    /// Returns when the host is told to stop.
    private func followSignals(_ reload: AsyncStream<HostSignal>.Continuation) async -> Int32? {
        for await signal in signals.received {
            switch signal.wish {
            case .reload: reload.yield(signal)
            case .stop:
                hostLog.info("stopping", [("because", "\(signal)")])
                service.stopping()
                return ExitCode.fine.rawValue
            }
        }
        return nil
    }
}
