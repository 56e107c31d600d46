@_spi(Hosting) @testable import FeatureKit

/// An engine that does what a test says and keeps nothing.
final class FakeEngine: StoreEngine {
    /// What there is to read of the changes; the numbers become documents.
    enum Batch: Sendable {
        case changes([Int], isAtEnd: Bool)
        case failure(StoreError)
        /// The task that asks is cancelled.
        case cancelled
    }

    private struct State {
        var contention: Int
        var batches: [Batch]
        var tries = 0
        var asked: [ChangeToken] = []
    }

    /// Raised as somebody waits for changes.
    let waits = Signal()
    private let state: Lock<State>

    init(contention: Int = 0, batches: [Batch] = []) {
        state = Lock(State(contention: contention, batches: batches))
    }

    /// How often a transaction was tried.
    var tries: Int { state.withLock { $0.tries } }
    /// After which places changes were asked for.
    var asked: [String] { state.withLock { $0.asked.map(\.description) } }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreReading) throws -> Result
    ) async throws -> Result { try body(FakeSession()) }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreWriting) throws -> Result
    ) async throws -> Result {
        let isThrownBack = state.withLock { state in
            state.tries += 1
            return state.tries <= state.contention
        }
        let result = try body(FakeSession())
        if isThrownBack { throw StoreContention() }
        return result
    }

    func changes<Document: Shaped>(
        of collection: CheckedCollection, as type: Document.Type, after place: ChangeToken, most: Int
    ) async throws -> ChangeBatch<Document> {
        let batch = state.withLock { state in
            state.asked.append(place)
            return state.batches.isEmpty ? .changes([], isAtEnd: true) : state.batches.removeFirst()
        }
        let reached = ChangeToken("fake.\(asked.count)")
        switch batch {
        case .failure(let error): throw error
        case .cancelled: throw CancellationError()
        case .changes(let numbers, let isAtEnd):
            let changes = try numbers.map { number in
                let document = try Value.object(["number": .integer(Int64(number))]).decoded(as: type)
                return DocumentChange(id: "\(number)", version: Int64(number), document: document, token: reached)
            }
            return ChangeBatch(changes: changes, reached: reached, isAtEnd: isAtEnd)
        }
    }

    func untilChanged(after place: ChangeToken) async {
        waits.raise()
        await Signal().wait()
    }
}

/// A moment in which there is nothing.
private final class FakeSession: StoreWriting {
    var token: ChangeToken { ChangeToken("fake.0") }
    func document<Document: Shaped>(
        _ id: String, in collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> Stored<Document>? { nil }
    func page<Document: Shaped>(
        _ query: CheckedQuery, of collection: CheckedCollection, as type: Document.Type
    ) throws(StoreError) -> DocumentPage<Document> { DocumentPage(items: [], next: nil) }
    func count(_ query: CheckedQuery, of collection: CheckedCollection) throws(StoreError) -> Int { 0 }
    func blob(_ id: String) throws(StoreError) -> Blob? { nil }
    func bytes(of blob: Blob, range: Range<Int>) throws(StoreError) -> [UInt8] { [] }
    func put<Document: Shaped>(
        _ document: Document, id: String, in collection: CheckedCollection, expecting: Expectation
    ) throws(StoreError) -> Int64 { 1 }
    func delete(_ id: String, in collection: CheckedCollection, expecting: Expectation) throws(StoreError) -> Bool {
        false
    }
    func put(_ media: Media, asBlob id: String) throws(StoreError) -> Blob {
        Blob(id: id, type: media.type, size: 0, hash: "", version: 1)
    }
    func deleteBlob(_ id: String) throws(StoreError) -> Bool { false }
}

/// Opens a fake engine, or does not, and remembers what it was asked.
final class FakeSource: StoreSource {
    private let failure: StoreError?
    private let said = Lock<[String]>([])
    private let begun: @Sendable () -> Void

    /// - Parameter begun: Called while it opens.
    init(failure: StoreError? = nil, begun: @escaping @Sendable () -> Void = {}) {
        self.failure = failure
        self.begun = begun
    }

    /// What it was asked, in order.
    var log: [String] { said.withLock { $0 } }

    func note(_ line: String) { said.withLock { $0.append(line) } }

    func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        note("open \(feature): \(collections.map(\.name).joined(separator: ", "))")
        begun()
        if let failure { throw failure }
        return FakeEngine()
    }

    func close(_ feature: String) async { note("close \(feature)") }
}

/// What nobody keeps.
struct Jot: Shaped, Codable, Equatable {
    var number: Int
    static let shape = Shape.object([Field("number", .integer(), "Any.")])
}

extension Documents<Jot> {
    static var jots: Documents { .init("jots", indexes: [.on("number")]) }
}

extension StoreAccess {
    /// A hold on a fake, with the one collection and blobs.
    static func holding(_ engine: FakeEngine, stop: Signal = Signal()) throws -> StoreAccess {
        let access = StoreAccess(feature: "lamp", stop: stop)
        access.open(engine, [try CheckedCollection(Documents<Jot>.jots.layout, of: "lamp")], blobs: true)
        return access
    }
}
