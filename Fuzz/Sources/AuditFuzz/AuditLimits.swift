/// The audit's limits, so small that an input reaches all of them.
enum AuditLimits {
    static let record = 300
    static let chunk = 32
}
