import Days
import TransitEngine

/// A source of numbers that repeats from its seed.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

/// An invented city of the size of London as the paper about RAPTOR counts it.
///
/// Points of a grid, 400 m apart, have a stop on each side of the street. Lines go from point to point in both directions: most are
/// buses, some are trains that stop at each third point and are four times as fast. Each hour has running times of its own.
struct City {
    static let stops = 20_843, routes = 2_225, trips = 133_011, departures = 5_130_000, footpaths = 45_652
    private static let width = 103

    private(set) var network = Network(days: ServiceDays(first: 20_000, count: 1))
    private var random = Seeded(state: 88_172_645_463_325_252)

    init() {
        network.zones = [Network.Zone(name: "UTC", starts: [20_000 * 86_400])]
        var days = DaySet(count: 1)
        days.insert(0)
        network.services = [days]
        for number in 0..<Self.stops {
            let point = number / 2
            network.stops.append(
                Network.Stop(
                    id: "S\(number)", latitude: 51 + Double(point / Self.width) * 0.0036,
                    longitude: Double(point % Self.width) * 0.0057))
        }
        addLines()
        addFootpaths()
    }

    /// The stop of a point on the side of a direction.
    private func stop(_ x: Int, _ y: Int, _ side: Int) -> UInt32 {
        UInt32(min(2 * (y * Self.width + x) + side, Self.stops - 1))
    }

    private mutating func addLines() {
        let height = Self.stops / 2 / Self.width
        var tripsLeft = Self.trips
        var departuresLeft = Self.departures
        for route in stride(from: 0, to: Self.routes, by: 2) {
            network.lines.append(Network.Line(id: "L\(route / 2)", name: "\(route / 2)"))
            let isTrain = route % 90 == 0
            let step = isTrain ? 3 : 1
            let directions = min(2, Self.routes - route)
            let left = Self.routes - route
            let length = max(10, departuresLeft / max(1, tripsLeft) + random.number(-18...18))
            var (x, y) = (random.number(0...Self.width - 1), random.number(0...height - 1))
            // Towards a far point, with turns, as streets are.
            var (east, north) = (random.number(0...1) * 2 - 1, random.number(0...1) * 2 - 1)
            var points: [(Int, Int)] = [(x, y)]
            let bias = random.number(20...80)
            while points.count < length {
                let isEast = random.number(1...100) <= bias
                if isEast, !(0..<Self.width).contains(x + east * step) { east = -east }
                if !isEast, !(0..<height).contains(y + north * step) { north = -north }
                if isEast { x += east * step } else { y += north * step }
                points.append((x, y))
            }
            let hops = points.dropFirst().map { _ in random.number(isTrain ? 80...130 : 60...150) }
            for direction in 0..<directions {
                let mean = tripsLeft / max(1, left - direction)
                let last = left - direction == 1
                let trips = last ? tripsLeft : max(20, mean + random.number(-35...35))
                addTrips(
                    trips, line: UInt32(route / 2), hops: direction == 0 ? hops : hops.reversed(),
                    stops: (direction == 0 ? points : points.reversed()).map { stop($0.0, $0.1, direction) })
                tripsLeft -= trips
                departuresLeft -= trips * points.count
            }
        }
    }

    /// Trips from 05:00 to 24:00, twice as many in the peaks.
    private mutating func addTrips(_ count: Int, line: UInt32, hops: [Int], stops: [UInt32]) {
        let hours = (0..<20).map { hour in [8, 9, 17, 18].contains(hour + 5) ? 2 : 1 }
        let whole = hours.reduce(0, +) * 3_600
        let shift = random.number(0...whole / count)
        var profiles: [Int: [Int]] = [:]
        for number in 0..<count {
            var weighted = (number * whole + shift) / count
            var hour = 0
            while hour < 19, weighted >= hours[hour] * 3_600 {
                weighted -= hours[hour] * 3_600
                hour += 1
            }
            var time = (hour + 5) * 3_600 + weighted / hours[hour]
            let profile =
                profiles[hour] ?? hops.map { $0 * (100 + (hours[hour] - 1) * 8 + random.number(-3...3)) / 100 }
            profiles[hour] = profile
            network.trips.append(
                Network.Trip(
                    id: "T\(network.trips.count)", line: line, service: 0, firstCall: UInt32(network.calls.count),
                    callCount: UInt32(stops.count)))
            for (place, stop) in stops.enumerated() {
                network.calls.append(Network.Call(stop: stop, arrival: Int32(time), departure: Int32(time)))
                if place < profile.count { time += profile[place] }
            }
        }
    }

    /// Across each street, and around corners as far as the number goes.
    private mutating func addFootpaths() {
        func add(_ one: Int, _ other: Int, _ seconds: Int) {
            for (from, to) in [(one, other), (other, one)] where network.footpaths.count < Self.footpaths {
                network.footpaths.append(
                    Network.Footpath(from: UInt32(from), to: UInt32(to), seconds: Int32(seconds)))
            }
        }
        for stop in stride(from: 0, to: Self.stops - 1, by: 2) { add(stop, stop + 1, random.number(30...120)) }
        while network.footpaths.count < Self.footpaths {
            let stop = random.number(0...Self.stops - 2 * Self.width - 3)
            add(stop, stop + (random.number(0...1) == 0 ? 2 : 2 * Self.width), random.number(280...420))
        }
    }
}
