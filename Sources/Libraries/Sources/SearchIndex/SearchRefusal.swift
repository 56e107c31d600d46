public import FeatureKit
internal import TextSearch

/// Why a search is refused.
@Refusals public enum SearchRefusal: Equatable, Sendable {
    /// The name says nothing.
    @Refuses(400, "name: there is no letter in it to look for.", code: "invalid") case emptyName
    /// A latitude has no longitude, or the other way round.
    @Refuses(400, "A point has lat and lon.", code: "invalid") case halfAPoint
    /// There is a distance and no point.
    @Refuses(400, "within needs lat and lon.", code: "invalid") case withinOfNothing
    /// The cursor is of another search.
    @Refuses(400, "after is not the next of a page of this search; begin again without it.", code: "invalid")
    case otherSearch
}

extension SearchQuery {
    /// Makes the query of a request, by its fields.
    ///
    /// - Parameters:
    ///   - size: How large things have to be at least.
    ///   - filter: What else the caller looks for, in any form: a cursor fits the same filter only.
    public init(
        name: String?, lat: Double?, lon: Double?, within: Double?, size: Int = 0, filter: String, limit: Int,
        after: String?
    ) throws(SearchRefusal) {
        let pattern = name.flatMap { NamePattern($0) }
        guard name == nil || pattern != nil else { throw .emptyName }
        guard (lat == nil) == (lon == nil) else { throw .halfAPoint }
        guard within == nil || lat != nil else { throw .withinOfNothing }
        let point = lat.flatMap { lat in lon.map { GeoPoint(lat: lat, lon: $0) } }
        let query = SearchQuery(
            name: pattern, near: point, within: within ?? .infinity, size: size, filter: filter, limit: limit,
            after: after)
        guard let query else { throw .otherSearch }
        self = query
    }
}
