internal import Crypto
internal import FeatureKit

extension AccountService {
    private static let pause = Duration.seconds(3600)
    private static let batch = 500
    /// How many batches of each kind at a time; what is left waits for the next time.
    private static let mostBatches = 40

    /// Cleans up until the feature is asked to stop.
    func cleanUpEveryHour() async {
        while (try? await clock.sleep(for: Self.pause)) != nil {
            do { try await cleanUp() } catch {
                log.warning("could not clean up; trying again later", [("error", "\(error)")])
            }
        }
    }

    /// Deletes what is over, and makes the next signing key where it is time.
    func cleanUp() async throws {
        try await rotateKeys()
        try await delete(tickets, upTo: "until") { _ in }
        try await delete(sessions, upTo: "keptUntil") { stored in
            guard stored.document.ended == nil else { return }
            sessionEvents(SessionEvent(session: stored.id, user: stored.document.user, what: .ended, why: .lapsed))
        }
    }

    private func delete<Document>(
        _ collection: StoredCollection<Document>, upTo field: String, _ publish: (Stored<Document>) -> Void
    ) async throws {
        let now = clock.now.inSeconds
        for _ in 1...Self.mostBatches {
            let deleted = try await store.transaction { tx in
                let page = try tx.query(collection, where: [.upTo(FieldKey(field), now)], limit: Self.batch)
                for item in page.items { try tx.delete(collection, item.id) }
                return page.items
            }
            deleted.forEach(publish)
            guard deleted.count == Self.batch else { return }
        }
    }

    private func rotateKeys() async throws {
        for stored in try await keys.query(limit: 100).items {
            guard let signer = Signer(seed: stored.document.seed, from: stored.document.from) else {
                throw AccountsProblem(description: "keys: \(stored.id) holds no key")
            }
            ring.withLock { $0.add(signer) }
        }
        while let step = ring.withLock({ $0.step(at: clock.now) }) {
            switch step {
            case .make(let from):
                let seed = Base64URL.text(SecureRandom.bytes(Ed25519Key.seedCount))
                guard let signer = Signer(seed: seed, from: from) else { return }
                // Kept before it signs anything.
                try await keys.insert(SigningKey(seed: seed, from: from), id: signer.id)
                ring.withLock { $0.add(signer) }
                log.info("a new key signs", [("kid", signer.id), ("from", "\(from)")])
            case .drop(let ids):
                for id in ids { try await keys.delete(id) }
                ring.withLock { $0.remove(ids) }
            }
        }
    }

    /// Publishes again which sessions ended before their access tokens: readers may have restarted as well.
    func publishRevocations() async throws {
        let now = clock.now.inSeconds
        var after: PageCursor?
        repeat {
            let page = try await sessions.query(
                where: [.above("revokedUntil", now)], order: .by("revokedUntil"), limit: 1_000, after: after)
            for stored in page.items {
                guard let until = stored.document.revokedUntil else { continue }
                revocations(Revocation(session: stored.id, until: until))
            }
            after = page.next
        } while after != nil
    }
}
