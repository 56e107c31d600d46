package import HostConfig
package import HostSystem

/// Where a host is going to listen on TCP, by its document and its command line.
package enum ListenPlan {
    /// The addresses in order; none where nothing was said.
    ///
    /// - Parameters:
    ///   - settings: What the document says.
    ///   - option: What the command line says instead.
    ///   - document: The document's name, for whoever has to mend it.
    package static func addresses(
        _ settings: CheckedDocument, option: ListenAddress?, document: String
    ) throws(ListenRefusal) -> [ListenAddress] {
        let wanted = option.map { [$0] } ?? settings.http.listen
        let canBeEntered = settings.http.anonymous == true || !settings.access.issuers.isEmpty
        let reachable = canBeEntered ? [] : wanted.filter { !isAlone($0, settings.http) }
        guard reachable.isEmpty else { throw ListenRefusal(addresses: reachable, document: document) }
        return wanted
    }

    /// Whether those get in who have not signed in.
    ///
    /// - Parameter addresses: Where the host listens.
    package static func letsStrangersIn(_ settings: HTTPSettings, at addresses: [ListenAddress]) -> Bool {
        settings.anonymous ?? addresses.allSatisfy { isAlone($0, settings) }
    }

    /// Whether only this machine reaches an address: where there are proxies, others come by way of them.
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
