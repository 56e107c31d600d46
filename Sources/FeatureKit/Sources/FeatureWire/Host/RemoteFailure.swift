/// Why a worker's feature failed, in its own words.
struct RemoteFailure: Error, CustomStringConvertible {
    let description: String
}
