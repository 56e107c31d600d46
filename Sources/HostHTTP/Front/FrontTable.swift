@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// All registered paths at one moment; a table never changes, but is replaced by a new one.
final class FrontTable: Sendable {
    /// The first segments of the host's own paths, whether or not an endpoint is registered there.
    static let reserved: Set<String> = ["ops", "healthz", "readyz", "metrics", "openapi.json", "ofrep"]

    private let tree: PathTree<Place>
    /// What is registered for every path below another.
    private let branches: [Branch]
    let cors: CORSPolicy?
    let callers: CallerReader
    /// The routes by name, for requests without a path.
    let routes: [String: RouteTarget]
    /// What could not get its path, for the log.
    let problems: [String]
    /// Whether any module has a gate.
    let hasGates: Bool
    /// Whether anonymous callers are let in.
    let allowsAnonymous: Bool
    /// The host names that requests have to name; nil if any is accepted.
    let hosts: HostNames?
    /// Whether all requests come by TLS.
    let isSecure: Bool
    /// Whether operators' tokens are accepted over a network without TLS.
    let takesPlainOperators: Bool
    /// The answer at a path that does not exist; the same bytes for everybody.
    let absence: Response

    init(
        _ content: FrontContent, fixtures: [Fixture], in surroundings: Router.Surroundings,
        absence: Problem = .notFound
    ) {
        self.absence = absence.response()
        var builder = FrontTableBuilder(slots: surroundings.slots)
        for fixture in fixtures { builder.add(fixture) }
        for feature in content.features.sorted(by: { $0.id < $1.id }) { builder.add(feature, surroundings.streams) }
        tree = builder.tree
        branches = builder.branches
        routes = builder.routes
        problems = builder.problems
        hasGates = content.features.contains(where: \.isGated)
        allowsAnonymous = content.allowsAnonymous
        hosts = content.hosts
        isSecure = content.isSecure
        takesPlainOperators = content.takesPlainOperators
        cors = content.cors
        callers = CallerReader(
            content.callers, isSecure: content.isSecure, authenticator: surroundings.authenticator,
            rates: surroundings.rates)
    }

    /// What is registered at the path of a request.
    func find(_ request: Request) -> PathTree<Place>.Finding {
        for branch in branches where request.withPath({ branch.holds($0) }) {
            return .found(PathTree.Match(element: branch.place, names: []))
        }
        return tree.find(request)
    }
}

/// A path below which all paths are one place; its handler reads the rest of the path.
struct Branch: Sendable {
    /// The end of a fixture's path that registers it for all paths below.
    static let mark = "/*"

    /// With its slash at the end.
    let trunk: [UInt8]
    var place = Place()

    /// Whether a path is below it.
    func holds(_ path: borrowing Span<UInt8>) -> Bool {
        guard path.count >= trunk.count else { return false }
        // From the end: paths differ late.
        for index in trunk.indices.reversed() where path[index] != trunk[index] { return false }
        return true
    }
}

/// Puts a table together; a module never gets a path of the host or of another module.
private struct FrontTableBuilder {
    let slots: RouteSlots
    var tree = PathTree<Place>()
    var branches: [Branch] = []
    var routes: [String: RouteTarget] = [:]
    var problems: [String] = []

    mutating func add(_ fixture: Fixture) {
        guard !fixture.path.hasSuffix(Branch.mark) else { return addBranch(fixture) }
        guard let template = PathTemplate(fixture.path) else {
            problems.append("host: \(fixture.method) \(fixture.path) is left out: it is no path")
            return
        }
        put(
            .endpoint(fixture.endpoint), fixture.method, template, of: "host", slot: slot(of: fixture.method),
            role: fixture.role, isForOperators: fixture.isForOperators)
    }

    /// The slot under which all of the host's own paths are counted together.
    private func slot(of method: Method) -> Int { slots.number(of: "", method) }

    private mutating func addBranch(_ fixture: Fixture) {
        let trunk = Array(fixture.path.utf8.dropLast())
        let index = branches.firstIndex { $0.trunk == trunk } ?? branches.endIndex
        if index == branches.endIndex { branches.append(Branch(trunk: trunk)) }
        let handler = Place.Handler(
            method: fixture.method, target: .endpoint(fixture.endpoint), names: [], owner: "host",
            slot: slot(of: fixture.method), role: fixture.role, isForOperators: fixture.isForOperators)
        if branches[index].place.add(handler) != nil {
            problems.append("host: \(fixture.method) \(fixture.path) is left out: host has the same path")
        }
    }

    mutating func add(_ feature: MountedFeature, _ streams: Streams) {
        for contract in feature.routes {
            guard let endpoint = contract.endpoint else { continue }
            add(contract, endpoint, of: feature)
        }
        for topic in feature.watchable {
            guard let feed = streams.feed(of: topic),
                let template = place(.get, "\(feature.mounts.first ?? "")/stream/\(topic)", of: feature)
            else {
                continue
            }
            put(.topic(feed), .get, template, of: feature.id, isGated: feature.isGated)
        }
    }

    private mutating func add(_ contract: Contract, _ endpoint: Contract.Endpoint, of feature: MountedFeature) {
        let method = Method(endpoint.method.description)
        guard let template = place(method, endpoint.path(below: feature.mounts), of: feature) else { return }
        let rest: QuestionReader.Rest = method == .get || method == .delete ? .query : .body
        guard let reader = QuestionReader(contract.shape, names: template.names, rest: rest) else {
            leaveOut(method, template.description, of: feature.id, "its request has no such names")
            return
        }
        let target = RouteTarget(
            contract, endpoint, of: feature.id, isGated: feature.isGated, reader: reader, slots: slots)
        routes[contract.name] = routes[contract.name] ?? target
        put(.route(target), method, template, of: feature.id, isGated: feature.isGated)
    }

    /// The template of a module's path; nil, and a problem, if a module may not have it.
    private mutating func place(_ method: Method, _ path: String, of feature: MountedFeature) -> PathTemplate? {
        guard let template = PathTemplate(path), case .literal(let first) = template.segments.first else {
            leaveOut(method, path, of: feature.id, "it is no path below a mount")
            return nil
        }
        guard !FrontTable.reserved.contains(first) else {
            leaveOut(method, path, of: feature.id, "/\(first) is the host's own")
            return nil
        }
        return template
    }

    private mutating func put(
        _ target: Place.Target, _ method: Method, _ template: PathTemplate, of owner: String, isGated: Bool = false,
        slot: Int? = nil, role: OperatorRole? = nil, isForOperators: Bool = false
    ) {
        var other: String?
        tree.withElement(at: template) { place in
            var changed = place ?? Place()
            other = changed.add(
                Place.Handler(
                    method: method, target: target, names: template.names, owner: owner, isGated: isGated,
                    slot: slot, role: role, isForOperators: isForOperators))
            place = changed
        }
        if let other { leaveOut(method, template.description, of: owner, "\(other) has the same path") }
    }

    private mutating func leaveOut(_ method: Method, _ path: String, of owner: String, _ reason: String) {
        problems.append("\(owner): \(method) \(path) is left out: \(reason)")
    }
}
