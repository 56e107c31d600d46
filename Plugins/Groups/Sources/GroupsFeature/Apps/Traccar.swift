internal import FeatureKit

/// What the app Traccar Client sends by OsmAnd's protocol, in a query or a form; its newer versions send JSON.
@Record struct TraccarReport {
    /// The token of the device.
    @Text(1...100) var token: String
    /// What the newer versions send, or a form.
    var message: AppMessage?
    /// What the app calls the device.
    @Text(0...100) var id: String?
    /// The latitude in degrees.
    var lat: Double?
    /// The longitude in degrees.
    var lon: Double?
    /// When it was there: seconds or milliseconds since 1970, or a moment.
    @Text(1...40) var timestamp: String?
    /// How far off it may be, in metres.
    var accuracy: Double?
    /// How fast it was, in knots.
    var speed: Double?
    /// Which way it moved, in degrees from north.
    var bearing: Double?
    /// What other versions call the bearing.
    var heading: Double?
    /// How high it was, in metres.
    var altitude: Double?
    /// How full its battery was, in per cent.
    var batt: Double?
    /// Whether its battery was charged.
    var charge: Bool?
    /// What other versions call the device.
    @Text(0...100) var deviceid: String?
    /// How exact satellites were, which says nothing in metres.
    var hdop: Double?
    /// What the person asked for, which groups know nothing of.
    @Text(0...100) var alarm: String?
    /// Whether another app made the place up.
    var mock: Bool?
    /// Who drives.
    @Text(0...100) var driverUniqueId: String?
    /// Whether the fix is one.
    var valid = true

    /// The fix, unless the app says that it is none.
    func fix(at now: Timestamp) throws(GroupRefusal) -> Fix? {
        guard valid else { return nil }
        guard let lat, let lon else {
            guard let message else { throw .unreadable(why: "there is no lat and lon, and no message") }
            guard message.media.type == "application/x-www-form-urlencoded" else {
                return try Traccar.read(message.value())
            }
            return try TraccarReport(token: token, form: message.media.bytes).fix(at: now)
        }
        guard let time = timestamp == nil ? now : timestamp.flatMap(Traccar.time) else {
            throw .unreadable(why: "timestamp is no time")
        }
        guard let point = GeoPoint(onEarth: lat, lon) else {
            throw .unreadable(why: "there is no place in lat and lon")
        }
        return Fix(
            point: point, time: time, accuracy: accuracy, metresPerSecond: speed.map { $0 * 0.514_444 },
            course: bearing ?? heading, percent: batt)
    }

    /// Reads the fields of a form; those that say nothing here are passed over.
    init(token: String, form: [UInt8]) {
        let pairs = form.split(separator: UInt8(ascii: "&")).map { field in
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Traccar.decoded(parts[0]), parts.count == 2 ? Traccar.decoded(parts[1]) : "")
        }
        let fields = Dictionary(pairs) { $1 }
        func number(_ name: String) -> Double? { fields[name].flatMap(Double.init) }
        self.init(
            token: token, lat: number("lat"), lon: number("lon"), timestamp: fields["timestamp"],
            accuracy: number("accuracy"), speed: number("speed"), bearing: number("bearing"),
            heading: number("heading"), batt: number("batt"), valid: !["false", "0"].contains(fields["valid"]))
    }
}

/// The messages of the app Traccar Client.
enum Traccar {
    /// A time as its versions write it.
    static func time(_ text: String) -> Timestamp? {
        guard let number = Double(text) else { return Timestamp(text) }
        // Seconds have ten digits until 2286.
        let seconds = number > 100_000_000_000 ? number / 1_000 : number
        return Timestamp.appSeconds ~= seconds ? Timestamp(nanoseconds: Int64(seconds * 1_000_000_000)) : nil
    }

    /// What the newer versions send as JSON.
    static func read(_ value: Value) throws(GroupRefusal) -> Fix {
        guard let location = value["location"], let coordinates = location["coords"] else {
            throw .unreadable(why: "there is no location with coords")
        }
        guard let time = location.text("timestamp").flatMap(time) else {
            throw .unreadable(why: "timestamp is no time")
        }
        return Fix(
            point: try coordinates.point("latitude", "longitude"), time: time, accuracy: coordinates.number("accuracy"),
            metresPerSecond: coordinates.number("speed"), course: coordinates.number("heading"),
            percent: location["battery"]?.number("level").map { $0 * 100 })
    }

    /// A name or a value of a form.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var (decoded, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                decoded.append(code)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
