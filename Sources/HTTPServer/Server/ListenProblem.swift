package import HostSystem

/// Why a server can't listen somewhere.
package struct ListenProblem: Error, Sendable, Equatable {
    package let place: ListenPlace
    package let error: SystemError

    package init(_ place: ListenPlace, _ error: SystemError) {
        self.place = place
        self.error = error
    }
}
