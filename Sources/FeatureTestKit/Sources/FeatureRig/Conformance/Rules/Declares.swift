@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    static let declares = ConformanceRule("declares", "touches what it declares") { subject in
        try await subject.whileActive { rig, traffic in
            let served = servedProblems(of: rig, traffic)
            try await traffic.flow()
            _ = await traffic.exchanges(as: [.system])
            return await served + rig.misuses + publishedProblems(of: rig, traffic)
        }
    }

    /// Whether each route is answered, in the way that its contract says.
    private static func servedProblems(of rig: Rig, _ traffic: Traffic) -> [String] {
        let routes = traffic.contracts(.serves)
        let known = Set(routes.map(\.name))
        let beyond = rig.servedRoutes.filter { !known.contains($0) }
        return routes.flatMap { problems(of: $0, in: rig) }
            + beyond.map { "it serves \($0), which its contracts do not have" }
    }

    private static func problems(of route: Contract, in rig: Rig) -> [String] {
        guard let served = rig.bus.route(route.name), served.feature == rig.subject.id else {
            return ["it declares \(route.name) and does not serve it once it is ready; serve it before ready()"]
        }
        var found: [String] = []
        let streams = route.endpoint?.streams == true
        if streams != (served.kind == .stream) {
            let (says, does) = streams ? ("streams", "does not") : ("does not stream", "does")
            found.append("by its contract \(route.name) \(says), as it is served it \(does)")
        }
        if let other = served.requestShape.difference(from: route.shape) {
            found.append(wording(route.name, "request", other))
        }
        if let reply = route.reply, let other = served.replyShape.difference(from: reply) {
            found.append(wording(route.name, "reply", other))
        }
        return found
    }

    private static func wording(_ route: String, _ part: String, _ difference: ShapeDifference) -> String {
        let place = difference.path.isRoot ? "" : " at \(difference.path)"
        return
            "the \(part) of \(route)\(place) is \(difference.left) as it is served, \(difference.right) by its contract"
    }

    /// Whether what it published fits what it declares.
    private static func publishedProblems(of rig: Rig, _ traffic: Traffic) async -> [String] {
        await rig.settle()
        var found: [String] = []
        for topic in traffic.contracts(.publishes) {
            let values = await rig.messages(on: topic.name)
            for value in values {
                guard let problem = topic.shape.problems(in: value.value).first else { continue }
                found.append("it published on \(topic.name) what its Shape does not allow: \(problem)")
            }
        }
        return found
    }
}
