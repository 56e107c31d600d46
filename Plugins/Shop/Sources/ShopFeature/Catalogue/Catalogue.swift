internal import Calendars
internal import FeatureKit
internal import SearchIndex

/// All products and their stock in memory, which follow what is committed, so that searches touch no disk.
final class Catalogue: Sendable {
    /// What changed since a reader looked last.
    enum News: Sendable {
        /// These products, in the order of their changes; those that are gone by their ids.
        case changed([(id: ID<Product>, view: Product.View?)], number: Int)
        /// More than is remembered: the reader begins again.
        case tooMuch
    }

    private struct State {
        var search = SearchIndex()
        /// By the numbers that the search gives them; those of removed products stay until the number is used again.
        var entries: [Stored<Product>] = []
        var levels: [ID<Product>: [ID<StockLevel>: Stored<StockLevel>]] = [:]
        var counts: [String: Int] = [:]
        /// The products that changed, the oldest first, and the number of the change before them.
        var log: [ID<Product>] = []
        var before = 0

        var number: Int { before + log.count }

        func product(_ id: ID<Product>) -> Stored<Product>? { search.number(of: id.text).map { entries[$0] } }

        mutating func note(_ id: ID<Product>) {
            log.append(id)
            guard log.count > Catalogue.mostChanges else { return }
            log.removeFirst(Catalogue.mostChanges / 2)
            before += Catalogue.mostChanges / 2
        }

        func view(_ product: Stored<Product>, _ currency: String) -> Product.View {
            var view = product.view
            view.currency = currency
            view.stock = (levels[product.key] ?? [:]).sorted { $0.key < $1.key }.map(\.value.document)
            return view
        }
    }

    private static let mostChanges = 10_000

    private let currency: String
    private let state = Lock(State())
    /// The number of the last change, for those who follow.
    let changes: LiveState<String, Int>

    init(currency: String, on clock: FeatureClock) {
        self.currency = currency
        changes = LiveState(on: clock)
        changes.set(0, for: "all", version: 0)
    }

    // MARK: - Following

    func update(_ product: Stored<Product>) {
        change(product.key) { state in
            if let known = state.product(product.key) {
                guard known.version < product.version else { return false }
                state.counts[known.document.category, default: 1] -= known.document.isActive ? 1 : 0
            }
            let number = state.search.insert(product.id, name: product.document.name)
            if number == state.entries.count { state.entries.append(product) } else { state.entries[number] = product }
            if product.document.isActive { state.counts[product.document.category, default: 0] += 1 }
            return true
        }
    }

    func remove(_ id: ID<Product>) {
        change(id) { state in
            guard let number = state.search.remove(id.text) else { return false }
            let known = state.entries[number].document
            if known.isActive { state.counts[known.category, default: 1] -= 1 }
            state.levels[id] = nil
            return true
        }
    }

    func update(_ level: Stored<StockLevel>) {
        let product = level.document.product
        change(product) { state in
            guard state.levels[product]?[level.key].map({ $0.version < level.version }) ?? true else { return false }
            state.levels[product, default: [:]][level.key] = level
            return true
        }
    }

    func removeLevel(_ id: ID<StockLevel>, of product: ID<Product>) {
        change(product) { $0.levels[product]?.removeValue(forKey: id) != nil }
    }

    private func change(_ id: ID<Product>, _ body: (inout State) -> Bool) {
        let number = state.withLock { state -> Int? in
            guard body(&state) else { return nil }
            state.note(id)
            return state.number
        }
        if let number { changes.set(number, for: "all", version: Int64(number)) }
    }

    // MARK: - Reading

    /// A product as callers see it; nil where there is none.
    func view(_ id: ID<Product>) -> Product.View? {
        state.withLock { state in state.product(id).map { state.view($0, currency) } }
    }

    /// How many products of each category are for sale.
    var counts: [String: Int] { state.withLock { $0.counts.filter { $0.value > 0 } } }

    /// One page of the products that are wanted, by name and id.
    func search(
        _ query: SearchQuery, where isWanted: (Product) -> Bool
    ) -> (items: [Product.View], next: PageCursor?) {
        state.withLock { state in
            let found = state.search.search(query) { isWanted(state.entries[$0].document) }
            return (
                found.hits.map { state.view(state.entries[$0.number], currency) }, found.next.map { PageCursor($0) }
            )
        }
    }

    /// All products, and the number of the last change.
    func all() -> (items: [Product.View], number: Int) {
        state.withLock { state in
            let found = state.entries.filter { state.search.number(of: $0.id) != nil }
            return (found.map { state.view($0, currency) }, state.number)
        }
    }

    /// What changed after a number.
    func news(after number: Int) -> News {
        state.withLock { state in
            guard number >= state.before else { return .tooMuch }
            var seen: Set<ID<Product>> = []
            let ids = state.log.dropFirst(number - state.before).reversed().filter { seen.insert($0).inserted }
            return .changed(
                ids.reversed().map { id in (id, state.product(id).map { state.view($0, currency) }) },
                number: state.number)
        }
    }
}
