import FeatureKit
import HostAccess
import HostRuntime

/// Whether a host is ready, check by check.
struct Readiness: Sendable, Equatable {
    struct Check: Sendable, Equatable {
        let name: String
        let isOK: Bool
        /// The state of a feature.
        var state: String?
        var reason: String?
    }

    /// The most flags that are named.
    private static let mostNamed = 10

    let checks: [Check]

    /// - Parameters:
    ///   - isStopping: Whether the host has been told to stop.
    ///   - hasRested: Whether its modules have all come to rest once, in whichever state.
    ///   - hasDocument: Whether a configuration is active.
    ///   - isRefusing: Whether the current configuration files have errors, so that an older configuration stays
    ///     active.
    ///   - troubles: The sources of configuration that can't be used now; their previous content stays active.
    ///   - notes: Further remarks about the active configuration.
    ///   - invalidFlags: The flags with errors; their previous definitions stay active.
    ///   - certificate: The state of the certificate in use; nil without one.
    ///   - failingFlags: The sources of flags that can't be used; their last content stays active.
    ///   - features: The state of each module that is to run.
    ///   - damage: The damage found in modules' stores.
    ///   - audit: The state of the audit log.
    ///   - operators: Why operators' tokens can't be used; nil if they can.
    ///   - issuers: The state of the issuers' keys.
    init(
        isStopping: Bool, hasRested: Bool, hasDocument: Bool, isRefusing: Bool,
        troubles: [ConfigurationStatus.Trouble] = [], notes: [String] = [], invalidFlags: [String] = [],
        certificate: CertificateStatus? = nil, failingFlags: [String] = [],
        features: [(id: String, state: FeatureState)], damage: [String: String] = [:],
        audit: AuditStatus = AuditStatus(), operators: String? = nil, issuers: [KeyStatus] = []
    ) {
        let host =
            isStopping
            ? Check(name: "host", isOK: false, reason: "it is stopping")
            : Check(name: "host", isOK: hasRested, reason: hasRested ? nil : "its features are starting")
        var remarks = isRefusing && troubles.isEmpty ? ["an older one counts; the newest has errors"] : []
        remarks += troubles.map { "stale since \($0.since.toTheSecond): \($0.source): \($0.reason)" }
        remarks += notes
        if !invalidFlags.isEmpty {
            let more = invalidFlags.count > Self.mostNamed ? " and \(invalidFlags.count - Self.mostNamed) more" : ""
            let names = invalidFlags.prefix(Self.mostNamed).joined(separator: ", ")
            remarks.append("flags with errors are as they were: \(names)\(more)")
        }
        if !failingFlags.isEmpty { remarks.append("flags can't be used of \(failingFlags.joined(separator: ", "))") }
        if !hasDocument { remarks = ["none counts yet"] }
        let document = Check(
            name: "document", isOK: hasDocument, reason: remarks.isEmpty ? nil : remarks.joined(separator: "; "))
        checks =
            [host, document, Self.check(audit)]
            + (certificate.map { [Check(name: "tls", isOK: $0.isOK, reason: $0.reason)] } ?? [])
            // Only operators are affected, and all others are served.
            + (operators.map { [Check(name: "operators", isOK: true, reason: $0)] } ?? [])
            + issuers.map { Check(name: "issuer/\($0.issuer)", isOK: true, reason: $0.trouble) }
            + features.sorted { $0.id < $1.id }.map { id, state in
                Check(
                    name: "feature/\(id)", isOK: !state.isTrouble, state: state.word,
                    reason: state.isTrouble ? state.reason : nil)
            }
            + damage.sorted { $0.key < $1.key }.map { Check(name: "store/\($0.key)", isOK: false, reason: $0.value) }
    }

    /// A break in the audit log that was recorded before this start is known, so it does not make the host unready.
    private static func check(_ audit: AuditStatus) -> Check {
        let broken = audit.broken.map(\.inWords)
        let failure = audit.failure.map { failure in
            "\(failure)" + (audit.owes > 0 ? "; \(audit.owes) records wait" : "")
        }
        let reasons = [failure, broken].compactMap(\.self)
        return Check(
            name: "audit", isOK: failure == nil && audit.broken?.isTold ?? true,
            reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
    }

    private init(_ checks: [Check]) { self.checks = checks }

    var isReady: Bool { checks.allSatisfy(\.isOK) }

    /// The readiness without some checks.
    func without(_ names: Set<String>) -> Readiness { Readiness(checks.filter { !names.contains($0.name) }) }

    /// The readiness by one check alone; nil if there is no check of that name.
    func alone(_ name: String) -> Readiness? {
        checks.first { $0.name == name }.map { Readiness([$0]) }
    }

    var value: Value {
        let all = checks.map { check in
            var members = Members([("ok", .boolean(check.isOK))])
            if let state = check.state { members["state"] = .text(state) }
            if let reason = check.reason { members["reason"] = .text(reason) }
            return (check.name, Value.object(members))
        }
        return ["ready": .boolean(isReady), "checks": .object(Members(all))]
    }
}

extension FeatureState {
    /// Whether a module in this state makes the host unready: it does not recover by itself, or not soon.
    fileprivate var isTrouble: Bool {
        switch self {
        case .failed, .quarantined, .stuck: true
        case .off, .waiting, .starting, .active, .stopping: false
        }
    }
}
