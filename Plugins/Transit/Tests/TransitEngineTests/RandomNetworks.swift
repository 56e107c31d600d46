import Days
import TransitEngine

/// A source of numbers that repeats from its seed.
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
}

/// A small network in which everything occurs that makes planning hard.
func randomNetwork(_ random: inout Seeded) -> Network {
    let dayCount = 5
    var network = Network(days: ServiceDays(first: 18_000, count: dayCount))
    for zone in 0..<random.number(1...2) {
        // Days of 23 and 25 hours.
        var starts = [18_000 * 86_400 - zone * 3_600 * random.number(0...3)]
        for _ in 1..<dayCount { starts.append((starts.last ?? 0) + 3_600 * random.number(23...25)) }
        network.zones.append(Network.Zone(name: "Z\(zone)", starts: starts))
    }
    let stopCount = random.number(3...7)
    for number in 0..<stopCount {
        var stop = Network.Stop(id: "S\(number)")
        if random.chance(40) { stop.change = Int32(60 * random.number(0...5)) }
        if random.chance(15) { stop.wheelchair = .impossible }
        network.stops.append(stop)
    }
    if random.chance(40) {
        network.stops.append(Network.Stop(id: "station"))
        for number in 0..<2 { network.stops[number].parent = UInt32(stopCount) }
        if random.chance(20) { network.stops[stopCount].wheelchair = .impossible }
    }
    for number in 0..<random.number(1...3) {
        var line = Network.Line(id: "L\(number)", mode: UInt16(random.number(0...1)))
        line.zone = UInt16(random.number(0...network.zones.count - 1))
        network.lines.append(line)
    }
    for _ in 0..<2 {
        var days = DaySet(count: dayCount)
        for day in 0..<dayCount where random.chance(70) { days.insert(day) }
        network.services.append(days)
    }
    addTrips(to: &network, stopCount: stopCount, &random)
    for _ in 0..<random.number(0...6) {
        let (from, to) = (random.number(0...stopCount - 1), random.number(0...stopCount - 1))
        guard from != to else { continue }
        network.footpaths.append(
            Network.Footpath(from: UInt32(from), to: UInt32(to), seconds: Int32(60 * random.number(0...12))))
    }
    if random.chance(50) { addRules(to: &network, stopCount: stopCount, &random) }
    return network
}

private func addTrips(to network: inout Network, stopCount: Int, _ random: inout Seeded) {
    var paths: [[(UInt32, Network.Boarding)]] = []
    for _ in 0..<random.number(2...4) {
        paths.append(
            (0..<random.number(2...6)).map { _ in
                let boarding: Network.Boarding =
                    random.chance(85) ? .both : random.chance(40) ? .pickup : random.chance(50) ? .dropOff : []
                return (UInt32(random.number(0...stopCount - 1)), boarding)
            })
    }
    let spread = random.chance(50) ? 4 : 26
    for number in 0..<random.number(4...14) {
        let path = paths[random.number(0...paths.count - 1)]
        let first = network.calls.count
        var time = 3_600 * random.number(3...3 + spread) + 300 * random.number(0...11)
        for (stop, boarding) in path {
            let arrival = time
            if random.chance(20) { time += 60 * random.number(1...5) }
            network.calls.append(
                Network.Call(stop: stop, arrival: Int32(arrival), departure: Int32(time), boarding: boarding))
            time +=
                random.chance(3) ? 3_600 * random.number(5...12) : random.chance(10) ? 0 : 60 * random.number(1...25)
        }
        var trip = Network.Trip(
            id: "T\(number)", line: UInt32(random.number(0...network.lines.count - 1)),
            service: UInt32(random.number(0...1)), firstCall: UInt32(first), callCount: UInt32(path.count))
        if random.chance(70) { trip.wheelchair = random.chance(70) ? .possible : .impossible }
        network.trips.append(trip)
        if random.chance(15) {
            let start = Int32(3_600 * random.number(4...10))
            network.frequencies.append(
                Network.Frequency(
                    trip: UInt32(number), start: start, end: start + Int32(60 * random.number(1...90)),
                    headway: Int32(60 * random.number(5...30))))
        } else if random.chance(30) {
            let block = UInt32(random.number(0...1))
            let isAlone = network.trips.allSatisfy {
                $0.block != block
                    || network.calls[Int($0.firstCall)].departure != network.calls[first].departure
            }
            if isAlone { network.trips[number].block = block }
        }
    }
}

private func addRules(to network: inout Network, stopCount: Int, _ random: inout Seeded) {
    var known: Set<[UInt32]> = []
    for _ in 0..<random.number(1...6) {
        let kinds: [Network.TransferRule.Kind] = [.recommended, .timed, .minimum, .forbidden]
        var rule = Network.TransferRule(
            from: UInt32(random.number(0...stopCount - 1)), to: UInt32(random.number(0...stopCount - 1)),
            kind: kinds[random.number(0...3)])
        if rule.kind == .minimum || random.chance(30) { rule.seconds = Int32(60 * random.number(0...15)) }
        func side() -> (UInt32, UInt32) {
            switch random.number(0...5) {
            case 0: (UInt32(random.number(0...network.lines.count - 1)), Network.none)
            case 1: (Network.none, UInt32(random.number(0...network.trips.count - 1)))
            default: (Network.none, Network.none)
            }
        }
        (rule.fromLine, rule.fromTrip) = side()
        (rule.toLine, rule.toTrip) = side()
        let rank =
            (rule.fromTrip != Network.none ? 3 : rule.fromLine != Network.none ? 1 : 0)
            + (rule.toTrip != Network.none ? 3 : rule.toLine != Network.none ? 1 : 0)
        // Of two rules that say as much nobody could tell which one counts.
        if known.insert([rule.from, rule.to, UInt32(rank)]).inserted { network.rules.append(rule) }
    }
}
