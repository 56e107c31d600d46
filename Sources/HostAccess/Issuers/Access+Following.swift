@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem
internal import WebClient

/// Follows what issuers tell: their keys, and which sessions are over.
extension Access {
    /// Follows the trusted issuers until it is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            var running: [(followed: Followed, stop: Signal)] = []
            for await wanted in wanted {
                for (followed, stop) in running where !wanted.contains(where: { $0 === followed }) { stop.raise() }
                running.removeAll { $0.stop.isRaised }
                for followed in wanted where !running.contains(where: { $0.followed === followed }) {
                    let stop = Signal()
                    running.append((followed, stop))
                    group.addTask { await self.follow(followed, until: stop) }
                }
            }
            group.cancelAll()
        }
    }

    private func follow(_ followed: Followed, until stop: Signal) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.hear(followed) }
            switch followed.issuer.settings.keys {
            case .file(let path):
                group.addTask { await self.watch(path, of: followed.issuer) }
                group.addTask { await self.askAgain(followed.issuer) { _ in KeyFile(path: path).answer } }
            case .address(let address):
                group.addTask { await self.askAddress(address, of: followed.issuer) }
            case .route(let route):
                group.addTask { await self.lookOut(for: route, of: followed) }
                group.addTask { await self.askAgain(followed.issuer) { _ in await self.keys(from: route, followed) } }
            }
            await stop.wait()
            group.cancelAll()
        }
    }

    // MARK: - Keys

    /// Asks for keys whenever it is time to, or a token names one that is not known.
    ///
    /// - Parameter ask: Asks, with the tag of what is known.
    private func askAgain(_ issuer: TrustedIssuer, _ ask: (_ tag: String?) async -> KeyAnswer) async {
        let clock = surroundings.clock
        var plan = PollPlan(every: IssuerLimits.pause)
        var tag: String?
        var age = IssuerLimits.usualAge
        var complaint: String?
        while !Task.isCancelled {
            let next = issuer.turns.withLock { $0.next }
            guard next <= clock.uptime else {
                await issuer.bell.wait(until: next, on: clock)
                continue
            }
            let asked = issuer.turns.withLock { $0.begin(at: clock.uptime) }
            var answer = await ask(tag)
            if Task.isCancelled { return }
            if case .fresh(let bytes, let newTag, let newAge) = answer {
                do throws(JWKSProblem) {
                    try take(bytes, of: issuer)
                    (tag, age) = (newTag, newAge ?? IssuerLimits.usualAge)
                } catch { answer = .failed("\(error)") }
            }
            switch answer {
            case .fresh, .unchanged:
                if complaint != nil { surroundings.log.info("its keys can be had again", [("issuer", issuer.name)]) }
                complaint = nil
                issuer.trouble.withLock { $0 = nil }
                _ = plan.pause(afterSuccess: true, chance: 0)
                let bounds = IssuerLimits.maxAges
                let pause = min(max(age, bounds.lowerBound), bounds.upperBound)
                issuer.turns.withLock { $0.end(asked, at: clock.uptime, next: pause) }
            case .failed(let why, let wait):
                if complaint != why {
                    surroundings.log.warning(
                        hasKeys(of: issuer)
                            ? "its keys can't be had; those that it gave last count"
                            : "its keys can't be had; nobody gets in with its tokens until they can",
                        [("issuer", issuer.name), ("because", why)])
                }
                complaint = why
                issuer.trouble.withLock { $0 = why }
                let pause = plan.pause(afterSuccess: false, chance: .random(in: 0...1), least: wait)
                issuer.turns.withLock { $0.fail(at: clock.uptime, next: pause) }
            case .nobody:
                issuer.trouble.withLock { $0 = "no feature that runs serves them" }
                issuer.turns.withLock { $0.fail(at: clock.uptime, next: IssuerLimits.usualAge) }
            }
        }
    }

    /// Believes a set of keys.
    private func take(_ bytes: [UInt8], of issuer: TrustedIssuer) throws(JWKSProblem) {
        let set = try JWKS(bytes)
        guard self.set(set.keys, of: issuer) else { return }
        surroundings.log.info("keys loaded", [("issuer", issuer.name), ("keys", "\(set.keys.count)")])
        if set.keys.isEmpty { surroundings.log.warning("it has no keys, so nobody gets in", [("issuer", issuer.name)]) }
        for remark in JWKS.Remark.allCases {
            guard let count = set.leftOut[remark] else { continue }
            surroundings.log.warning(
                "some of its keys are left out",
                [("issuer", issuer.name), ("keys", "\(count)"), ("because", "\(remark)")])
        }
    }

    private func askAddress(_ address: WebAddress, of issuer: TrustedIssuer) async {
        let kept = KeptKeys(of: address, in: surroundings.state)
        // What it gave before this start; it is asked in any case.
        var last = kept.read()
        if let bytes = last { try? take(bytes, of: issuer) }
        await askAgain(issuer) { tag in
            let answer = await surroundings.ask(address, tag)
            if case .fresh(let bytes, _, _) = answer, bytes != last, (try? JWKS(bytes)) != nil {
                do throws(SystemError) {
                    try kept.write(bytes)
                    last = bytes
                } catch {
                    surroundings.log.warning(
                        "its keys are not kept for the next start", [("issuer", issuer.name), ("because", "\(error)")])
                }
            }
            return answer
        }
    }

    private func watch(_ path: String, of issuer: TrustedIssuer) async {
        do throws(SystemError) {
            let watcher = try FileWatcher(path: path, on: surroundings.watch)
            for spot in watcher.blindSpots { surroundings.log.warning("\(spot)") }
            for await _ in watcher.events { hurry(issuer) }
        } catch {
            surroundings.log.warning("a file of keys is not watched", [("file", path), ("error", "\(error)")])
        }
    }

    private func hurry(_ issuer: TrustedIssuer) {
        issuer.turns.withLock { $0.hurry(at: surroundings.clock.uptime) }
        issuer.bell.ring()
    }

    // MARK: - Features

    /// Asks whenever another run of a feature that has the keys is active.
    private func lookOut(for route: String, of followed: Followed) async {
        guard let features = followed.features else { return }
        var last: ServedRoute?
        for await message in features {
            guard let served = surroundings.bus.route(route), served !== last,
                let told = try? message.value.decoded(as: HostFeatures.self), told.isActive(served.feature)
            else { continue }
            last = served
            hurry(followed.issuer)
        }
    }

    private func keys(from route: String, _ followed: Followed) async -> KeyAnswer {
        guard let served = surroundings.bus.route(route) else { return .nobody }
        // Earlier revocations have to apply before any token that they concern is accepted.
        await caughtUp(followed)
        return await KeyQuestion.ask(served, on: surroundings.clock)
    }

    private func caughtUp(_ followed: Followed) async {
        guard followed.sessions != nil, let topic = followed.issuer.settings.revoked else { return }
        let clock = surroundings.clock
        let deadline = clock.uptime + IssuerLimits.routePatience
        let told = surroundings.bus.report.first { $0.name == topic }?.published ?? 0
        while followed.heard.withLock({ $0 }) < told, clock.uptime < deadline, !Task.isCancelled {
            await followed.hears.wait(until: deadline, on: clock)
        }
    }

    /// Takes note of the sessions that are over.
    private func hear(_ followed: Followed) async {
        guard let sessions = followed.sessions, let revocations = followed.issuer.revocations else { return }
        var lost: UInt64 = 0
        for await message in sessions {
            let now = surroundings.clock.now
            var areForgotten = revocations.add(message.payload.session, until: message.payload.until, at: now)
            let dropped = sessions.dropped
            if dropped != lost {
                // Whose they were nobody knows.
                revocations.refuse(upTo: now)
                areForgotten = true
            }
            followed.heard.withLock { $0 += 1 + dropped - lost }
            lost = dropped
            if areForgotten {
                surroundings.log.warning(
                    "more sessions were ended than are remembered; older tokens are refused",
                    [("issuer", followed.issuer.name)])
            }
            step()
            followed.hears.ring()
        }
    }
}

extension TrustedIssuer {
    /// What the document calls it.
    fileprivate var name: String { settings.name }
}
