/// What a server did and refused, all loops together.
package struct ServerCounts: Sendable, Equatable {
    package var accepted: UInt64 = 0
    package var open = 0
    package var requests: UInt64 = 0
    package var streams = 0
    /// Refused because there were too many connections, or no descriptor was left.
    package var refusedConnections: UInt64 = 0
    /// Those of them that were refused because their address has too many.
    package var crowdedConnections: UInt64 = 0
    /// Requests that were refused because all of them together take too much memory.
    package var refusedBodies: UInt64 = 0
    /// The memory that requests take now beyond the usual.
    package var bodyBytes = 0
    /// Requests that could not be read, by the status that was answered.
    package var malformed: [Int: UInt64] = [:]
    /// Clients that were let go because they did not read.
    package var slowClients: UInt64 = 0
    /// Connections that came to speak TLS, and those that did not.
    package var handshakes: UInt64 = 0
    package var failedHandshakes: UInt64 = 0
    package var bytesIn: UInt64 = 0
    package var bytesOut: UInt64 = 0

    package init() {}
}
