internal import FeatureKit
internal import Glibc

/// The ways in which the feature breaks the rules.
extension Faulty {
    func breakAtStart() async throws {
        switch Break.current {
        case .startThrows: throw Foreign()
        case .erasureCopied:
            let page = try? await context.bus.request(.erasures, ErasuresAfter(after: 0), within: .seconds(1))
            for erasure in page?.items ?? [] {
                try await context.store.collection(.notes)
                    .put(Note(title: String(erasure.key.prefix(40)), lines: 1), id: "copy")
            }
        case .startTakesTime: try await context.clock.sleep(for: .seconds(1))
        case .stopStartsOnce:
            let isLate = Litter.hasStarted.withLock { started in
                defer { started = true }
                return started
            }
            if isLate { throw Foreign() }
        case .storeForGood:
            if Litter.hasFailed.withLock({ $0 }) { throw Foreign() }
            do { _ = try await context.store.collection(.notes).count() } catch {
                Litter.hasFailed.withLock { $0 = true }
                throw error
            }
        case .cancelSlowStart:
            for _ in 1...3 {
                await Task.yield()
                if Task.isCancelled { await linger() }
            }
        default: break
        }
    }

    func breakDeclarations() throws {
        // Each error is swallowed, as careless code does.
        switch Break.current {
        case .touchesTopic: _ = try? context.bus.publisher(on: Topic<Heard>.secret)
        case .touchesReading: _ = try? context.bus.messages(on: Topic<Heard>.secret)
        case .touchesRoute: try? context.routes.answer(.secret) { _, _ in Note(title: "a", lines: 1) }
        case .touchesCollection: _ = try? context.store.collection(.secrets)
        default: break
        }
    }

    /// Leaves something of each run behind.
    func litter(_ state: Publisher<Standing>) throws {
        let log = context.log
        switch Break.current {
        case .stopLeavesDescriptor: _ = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        case .stopLeavesThread:
            var thread = pthread_t()
            unsafe pthread_create(&thread, nil, { _ in while true { sleep(1_000) } }, nil)
        case .stopLeavesSubscription:
            let more = try context.bus.messages(on: .said)
            Litter.messages.withLock { $0.append(more) }
        case .offPublishes:
            let word = try standing
            Task.detached { while true { state(word); await nap() } }
        case .offLogs: Task.detached { while true { log.info("still there"); await nap() } }
        case .touchesRequest:
            let bus = context.bus
            Task.detached { _ = try? await bus.request(.secretPrice, Named(title: "a", size: 1), within: .seconds(1)) }
        default: break
        }
    }

    func breakAtEnd() async throws {
        switch Break.current {
        case .stopThrows: throw Foreign()
        case .stopIgnored where !Task.isCancelled: await nap(.seconds(3_600))
        case .cancelSlow where Task.isCancelled: await linger()
        default: break
        }
    }

    /// Takes three seconds, even if cancelled.
    func linger() async { await Task.detached { await nap(.seconds(3)) }.value }

    /// Waits for the stop, even if cancelled.
    func untilStopped() async {
        let context = context
        await Task.detached { await context.untilStopped() }.value
    }
}

/// Sleeps by the machine's own clock.
private func nap(_ duration: Duration = .milliseconds(5)) async { try? await Task.sleep(for: duration) }
