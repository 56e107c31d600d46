internal import FeatureKit

/// A town to look at: invented bars around Montmeló and Granollers, and people who have booked there.
///
/// It is the same wherever it is built, so that pages and scenarios can name what is in it.
enum Town {
    /// A bar, and who comes there.
    struct Place {
        let id: String
        let bar: Bar
        /// How many people the parties have that come for the first lunch and the first dinner, today and tomorrow.
        let lunch: [Int64]
        let dinner: [Int64]
    }

    /// The keys of its people begin like this; no issuer hands such ones out.
    static let prefix = "town:"

    /// Who comes: there are enough of them that nobody sits at two tables at once.
    static let people = [
        "aina", "arnau", "berta", "biel", "carla", "cesc", "clara", "dídac", "elna", "emma", "eudald", "ferran", "fina",
        "gemma", "gil", "guiu", "helena", "irene", "ivet", "jan", "jana", "joel", "judit", "júlia", "laia", "leo",
        "llúcia", "magí", "mar", "marc", "martí", "mireia", "nil", "noa", "nuri", "oriol", "ot", "pau", "pep", "pol",
        "quim", "rita", "roc", "ruth", "sara", "tània", "teo", "txell", "valèria", "zoe",
    ]

    /// The places of types that the settings have.
    static func places(_ settings: Bars.Settings, made: Timestamp) -> [Place] {
        plots.filter { settings.types.contains($0.type) }.map { plot in
            let bar = Bar(
                name: plot.name, description: plot.says,
                capacity: plot.tables.isEmpty ? plot.seats : plot.tables.seats, type: plot.type,
                location: GeoPoint(lat: plot.lat, lon: plot.lon), address: plot.address, owner: prefix + plot.owner,
                opening: Opening(days: plot.days), tables: plot.tables, made: made)
            return Place(id: plot.id, bar: bar, lunch: plot.lunch, dinner: plot.dinner)
        }
    }
}
