/// What the kit itself keeps in a feature's store.
///
/// The names begin with `kit-`, which no feature's own collection may. A feature's contracts say what it needs of them;
/// they are added by themselves and stand in no `feature.yaml`.
package enum KitCollection: String, CaseIterable, Sendable {
    /// What was announced and is not published yet.
    case outbox = "kit-outbox"
    /// What idempotent routes replied.
    case replies = "kit-replies"
    /// How far it came in erasing people.
    case erasures = "kit-erasures"
    /// Which changes of their fields its documents have been through.
    case upgrades = "kit-upgrades"
    /// Jobs that wait, such as requests to other features.
    case jobs = "kit-jobs"

    /// What the names of the kit's collections begin with.
    package static let prefix = "kit-"

    /// What the feature keeps by it.
    package var contract: Contract {
        switch self {
        case .outbox: .keeps(.outbox)
        case .replies: .keeps(.replies)
        case .erasures: .keeps(.erasureProgress)
        case .upgrades: .keeps(.upgradeProgress)
        case .jobs: .keeps(.jobs)
        }
    }

    /// What makes it needed, for people.
    var cause: String {
        switch self {
        case .outbox: "announces messages"
        case .replies: "serves an idempotent route"
        case .erasures: "erases people"
        case .upgrades: "upgrades documents of older versions"
        case .jobs: "has jobs done"
        }
    }
}

extension CollectionLayout {
    /// Whether the name is one of the kit's own, which features do not declare.
    public var isKits: Bool { name.hasPrefix(KitCollection.prefix) }

    /// Whether it is just what the kit keeps under such a name.
    var isAsKitHasIt: Bool { KitCollection(rawValue: name)?.contract.collection == self }
}

extension [Contract] {
    /// Whether this is the feature that lists who was erased, and so erases by itself.
    @_spi(Hosting) public var listsErased: Bool {
        contains { $0.role == .serves && $0.name == Route<ErasuresAfter, ErasurePage>.erasures.name }
    }

    /// The contracts with the collections, routes and topics that the kit needs for them.
    var completed: [Contract] {
        // Jobs are erased with their person, so that they need what erasing needs.
        let needs = Set(flatMap(\.needs)),
            all = needs.contains(.jobs) && !listsErased ? needs.union([.erasures]) : needs
        let kept = KitCollection.allCases.filter(all.contains).map(\.contract)
        let heard: [Contract] =
            (self + kept).contains { $0.person != nil } && !listsErased ? [.requests(.erasures), .reads(.erased)] : []
        // Each queue of jobs says that it needs the one collection of them.
        var own: [Contract] = []
        for contract in self where contract.collection?.isKits != true || !own.contains(contract) {
            own.append(contract)
        }
        return own + (kept + heard).filter { !own.contains($0) }
    }

    /// What the contracts ask of a store that can't be, such as an outbox of a feature that keeps nothing.
    @_spi(Hosting) public func storeProblems(of feature: String) -> [StoreError] {
        let keepsAny = contains { $0.role == .keeps && $0.collection?.isKits != true }
        let needed = KitCollection.allCases.filter { kit in contains { $0.needs.contains(kit) } }
        let homeless = keepsAny ? [] : needed.map { StoreError.noStore(feature, for: $0.cause) }
        let secrets = filter { contract in
            !contract.needs.isEmpty
                && [contract.shape, contract.reply].compactMap(\.self).contains { !$0.placesOfSecrets.isEmpty }
        }
        return homeless + secrets.map { StoreError.keepsSecret($0.name, of: feature) }
    }
}
