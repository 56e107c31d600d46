@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// How a feature's process is, and what became of its last one that failed, in lines below why it is as it is.
enum FeatureEvidence {
    /// The lines, by what `GET /ops/v1/features/{id}` answers.
    static func lines(of feature: Value) -> [String] {
        var lines: [String] = []
        if let worker = feature["worker"], case .integer(let process)? = worker["process"] {
            lines.append("  runs in process \(process)" + held(worker))
        }
        guard let run = feature.list("runs").last(where: { $0.text("reason") != nil }), let ended = run.text("ended")
        else { return lines }
        // What has failed, and nothing else since, says why itself.
        let isTold = ["failed", "quarantined"].contains(feature.text("state"))
        if !isTold {
            lines.append("  failed last at \(ended.timeToTheSecond)\(age(run)): \(run.text("reason") ?? "")")
        }
        guard let evidence = run["evidence"], evidence != .null else { return lines }
        lines.append(
            "  that was process \(evidence.text("process") ?? ""), from "
                + "\(evidence.text("began")?.timeToTheSecond ?? "") to \(evidence.text("ended")?.timeToTheSecond ?? "")"
        )
        lines += listed("  it wrote last:", evidence.texts("lastLines"))
        lines += listed("  it was at:", evidence.texts("backtrace").enumerated().map { "\($0) \($1)" })
        return lines
    }

    private static func held(_ worker: Value) -> String {
        guard case .integer(let memory)? = worker["memory"] else { return "" }
        let most = SizeText.print(Int(memory))
        guard case .integer(let resident)? = worker["resident"] else { return ", which may hold \(most)" }
        return ", which holds \(SizeText.print(Int(resident))) of at most \(most)"
    }

    private static func age(_ run: Value) -> String {
        guard let began = run.text("started").flatMap(Timestamp.init),
            let ended = run.text("ended").flatMap(Timestamp.init)
        else { return "" }
        let seconds = max(0, (ended.nanoseconds - began.nanoseconds) / 1_000_000_000)
        return " after \(DurationText.print(.seconds(seconds)))"
    }

    private static func listed(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [title] + lines.map { "    \($0)" }
    }
}
