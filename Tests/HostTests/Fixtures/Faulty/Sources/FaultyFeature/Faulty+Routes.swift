internal import FeatureKit

/// What it answers.
extension Faulty {
    func serveNotes() throws {
        let notes = try context.store.collection(.notes)
        try context.routes.serve(.add) { note, call in
            try await breakAnswer(to: note, call)
            return try await keepingErrors {
                try await context.store.transaction { tx in
                    let count = board.withLock { board in
                        board.wishes += 1
                        return board.wishes
                    }
                    try tx.put(notes, note, id: note.title)
                    try tx.blobs.put(Media(type: "text/plain", bytes: Array(note.title.utf8)), id: note.title)
                    if Break.breaks(.storeTwice) { return Total(notes: count) }
                    return Total(notes: try tx.query(notes).items.count)
                }
            }
        }
        try context.routes.serve(.get) { named, _ in
            try await keepingErrors {
                guard let note = try await notes.get(named.title) else { throw RouteError.notFound("no such note") }
                return note.document
            }
        }
        try context.routes.serve(.draw) { named, _ in
            try await keepingErrors {
                guard let drawing = try await context.blobs.get(named.title) else {
                    throw RouteError.notFound("no such drawing")
                }
                return drawing
            }
        }
    }

    func serveOthers(_ state: Publisher<Standing>) throws {
        if Break.breaks(.touchesOtherwise) {
            try context.routes.stream(.glances) { _, _, out in try await out.send(try standing) }
        } else if !Break.breaks(.touchesTooLittle) {
            try context.routes.answer(.glance) { _, call in
                if Break.breaks(.answerNobody), call.caller.key == nil { throw Foreign() }
                if Break.breaks(.answerMisfit) { return Standing(label: "", beats: -1, isLoud: false) }
                return try standing
            }
        }
        try context.routes.serve(.price) { named, _ in try await price(of: named) }
        try context.routes.stream(.follow) { _, _, out in
            if Break.breaks(.answerGoesOn) { await untilStopped() }
            while true {
                try await out.send(try standing)
                try await context.clock.sleep(for: .seconds(1))
            }
        }
    }

    private func price(of named: Named) async throws -> Price {
        if board.withLock({ $0.isWedged }) { try await context.clock.sleep(for: .seconds(86_400)) }
        if Break.breaks(.cancelSlowAnswer) { await linger() }
        let request = Named(title: named.title, size: named.size)
        while true {
            do { return try await context.bus.request(.askedPrice, request, within: .seconds(5)) } catch {
                guard Break.breaks(.neighbourWaits) else {
                    throw RouteError.unavailable("the neighbour does not say: \(error)")
                }
                try await context.clock.sleep(for: .seconds(1))
            }
        }
    }

    private func breakAnswer(to note: Note, _ call: Call) async throws {
        let isLong = note.lines == 1_000
        if Break.breaks(.answerInternal), isLong { throw Foreign() }
        if Break.breaks(.answerStatus), isLong { throw RouteError(code: "fine", status: 200, "it is fine") }
        if Break.breaks(.answerNever), isLong { try await context.clock.sleep(for: .seconds(86_400)) }
        if Break.breaks(.answerDies), isLong { board.withLock { $0.isDoomed = true } }
    }

    /// Refuses as the store does, or in a way that is broken.
    private func keepingErrors<Result>(_ body: () async throws -> Result) async throws -> Result {
        while true {
            do { return try await body() } catch let error as StoreError {
                if Break.breaks(.storeInternal) { throw Foreign() }
                guard Break.breaks(.storeWaits) else { throw error }
                try await context.clock.sleep(for: .seconds(1))
            }
        }
    }
}
