internal import FeatureKit

extension Office {
    /// How often what is over is cleared away, and the keys are looked at.
    private static let pause = Duration.seconds(3600)
    private static let batch = 500
    /// How many batches of each kind at a time; what is left waits for the next time.
    private static let mostBatches = 40

    /// Until the feature is asked to stop.
    func keepTidy() async {
        while (try? await clock.sleep(for: Self.pause)) != nil {
            do { try await tidy() } catch {
                log.warning("could not tidy up; trying again later", [("error", "\(error)")])
            }
        }
    }

    func tidy() async throws {
        try await turnKeys()
        try await clear(tickets, upTo: "until") { _, _ in }
        try await clear(sessions, upTo: "keptUntil") { id, session in
            guard session.ended == nil else { return }
            told(SessionTold(session: id, user: session.user, what: .ended, why: .lapsed))
        }
    }

    private func clear<Document>(
        _ collection: StoredCollection<Document>, upTo field: String, _ tell: (String, Document) -> Void
    ) async throws {
        let now = clock.now.inSeconds
        for _ in 1...Self.mostBatches {
            let gone = try await store.transaction { tx in
                let page = try tx.query(collection, where: [.upTo(FieldKey(field), now)], limit: Self.batch)
                for item in page.items { try tx.delete(collection, item.id) }
                return page.items
            }
            for item in gone { tell(item.id, item.document) }
            guard gone.count == Self.batch else { return }
        }
    }

    /// Makes and drops keys as the ring says.
    private func turnKeys() async throws {
        var after: PageCursor?
        repeat {
            let page = try await keys.query(limit: 100, after: after)
            for stored in page.items {
                guard let signer = Signer(seed: stored.document.seed, from: stored.document.from) else {
                    throw SodiumProblem(description: "what is kept in keys is no key")
                }
                ring.withLock { $0.add(signer) }
            }
            after = page.next
        } while after != nil
        while let step = ring.withLock({ $0.step(at: clock.now) }) {
            switch step {
            case .make(let from):
                let seed = Base64URL.text(Sodium.random(Sodium.seedBytes))
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

    /// Tells again which sessions have ended before their access tokens: whoever listens may have forgotten.
    func tellRevoked() async throws {
        let now = clock.now.inSeconds
        var after: PageCursor?
        repeat {
            let page = try await sessions.query(
                where: [.above("revokedUntil", now)], order: .by("revokedUntil"), limit: 1_000, after: after)
            for stored in page.items {
                guard let until = stored.document.revokedUntil else { continue }
                revoked(Revoked(session: stored.id, until: until))
            }
            after = page.next
        } while after != nil
    }
}
