/// What every engine of stores has to do: each sentence of docs/store.md as a case that runs on any of them.
///
/// ```swift
/// @Test(arguments: StoreConformance.cases)
/// func `A store on SQLite is a store`(_ aCase: StoreConformance.Case) async throws {
///     try await aCase.run(on: stand)
/// }
/// ```
@_spi(Hosting) public enum StoreConformance {
    /// One requirement of a store.
    public struct Case: Sendable, CustomStringConvertible {
        /// The requirement, as a sentence.
        public let name: String
        private let limits: StoreStandLimits
        private let body: @Sendable (StoreBench) async throws -> Void

        init(
            _ name: String, within limits: StoreStandLimits = .init(),
            _ body: @escaping @Sendable (StoreBench) async throws -> Void
        ) {
            self.name = name
            self.limits = limits
            self.body = body
        }

        /// The sentence.
        public var description: String { name }

        /// Tests the requirement and records an issue where it is not met.
        public func run(on stand: any StoreStand) async throws {
            let bench = StoreBench(on: stand, try await stand.source(within: limits))
            let result: Result<Void, any Error>
            do { result = .success(try await body(bench)) } catch { result = .failure(error) }
            await bench.closeAll()
            try result.get()
        }
    }

    /// All requirements.
    public static let cases: [Case] = [
        documents, refusals, unique, queries, pages, near, transactions, changes, blobs, quotas, evolution, model,
    ].flatMap(\.self)
}
