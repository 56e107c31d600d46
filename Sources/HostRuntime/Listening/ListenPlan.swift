package import HostConfig
package import HostSystem

/// The TCP addresses on which a host is to listen, from its configuration and its command line.
package enum ListenPlan {
    /// The addresses in order; none where none are given.
    ///
    /// - Parameters:
    ///   - settings: The configuration.
    ///   - option: The address of the command line, which replaces those of the configuration.
    ///   - document: The configuration file's name, for the error.
    package static func addresses(
        _ settings: CheckedDocument, option: ListenAddress?, document: String
    ) throws(ListenRefusal) -> [ListenAddress] {
        let wanted = option.map { [$0] } ?? settings.http.listen
        let canBeEntered = settings.http.anonymous == true || !settings.access.issuers.isEmpty
        let reachable = canBeEntered ? [] : wanted.filter { !isAlone($0, settings.http) }
        guard reachable.isEmpty else { throw ListenRefusal(addresses: reachable, document: document) }
        return wanted
    }

    /// Whether anonymous callers get in.
    ///
    /// - Parameter addresses: Where the host listens.
    package static func allowsAnonymous(_ settings: HTTPSettings, at addresses: [ListenAddress]) -> Bool {
        settings.anonymous ?? addresses.allSatisfy { isAlone($0, settings) }
    }

    /// Whether only this machine reaches an address; with proxies configured, others reach it through them.
    private static func isAlone(_ address: ListenAddress, _ settings: HTTPSettings) -> Bool {
        address.isLoopback && settings.proxies.isEmpty
    }
}

/// Addresses that a host does not listen at, since others reach them and nobody could get in.
package struct ListenRefusal: Error, Sendable, Equatable {
    package let addresses: [ListenAddress]
    package let document: String
}

/// Why the system does not let a host listen at an address.
package struct ListenFailure: Error, Sendable, Equatable {
    package let address: ListenAddress
    package let error: SystemError
    /// Who listens there already, as far as that can be known.
    package let holder: PortHolder?

    package init(_ address: ListenAddress, _ error: SystemError, holder: PortHolder? = nil) {
        self.address = address
        self.error = error
        self.holder = holder
    }
}
