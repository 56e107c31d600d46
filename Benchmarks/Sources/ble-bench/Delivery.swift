internal import BLEContracts
internal import BluetoothCaptures
@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureRig
import Files
internal import Glibc
internal import Measures
internal import Replay

@testable import BLEFeature

/// How long it takes until a neighbour on the bus has what a beacon said, at 10,000 advertisements a second that are all news.
enum Delivery {
    static let perSecond = 10_000
    private static let seconds = 10

    /// Of a recording: from when a record is due.
    ///
    /// Nobody outside knows when the first one was, so that the quickest counts as at once.
    static func fromCapture() async throws -> Sample {
        let events = (0..<perSecond * seconds).map(event)
        let path = "/tmp/flagstand-air-\(getpid()).btsnoop"
        try write(Air.capture(events, each: Int64(1_000_000 / perSecond)), to: path)
        defer { unsafe unlink(path) }
        let heard = try await run(.init(captures: [.init(file: FilePath(path))], trust: .anyone), events.count) { _ in }
        let step = Duration.seconds(1) / perSecond
        let late = heard.enumerated().map { index, time in time - step * index }
        let quickest = late.min() ?? .zero
        return try Sample(late.map { ($0 - quickest) / .milliseconds(1) })
    }

    /// Of posts of 500: from the question to the last word's delivery.
    static func fromPosts() async throws -> Sample {
        let posts = try (0..<perSecond * seconds / BeaconService.mostPosted).map { try post($0).jsonBytes() }
        var asked: [Duration] = []
        let heard = try await run(.init(gateways: ["north"], trust: .anyone), perSecond * seconds) { bus in
            guard let route = bus.route("ble.post") else { throw BenchError.notReady }
            let clock = SystemClock()
            let start = clock.uptime
            for (number, post) in posts.enumerated() {
                try await clock.sleep(until: start + .seconds(1) / perSecond * BeaconService.mostPosted * number)
                asked.append(clock.uptime)
                let caller = Caller(key: "north", roles: ["gateway"], origin: .http)
                let call = Call(
                    caller: caller, deadline: clock.uptime + .seconds(5), cause: Cause(caller: caller, id: "b"))
                guard route.ask(Poster(post), call) == .taken else { throw BenchError.notReady }
            }
        }
        let start = Uptime.ofThread
        for post in posts { _ = try BeaconService.PostRequest(json: post) }
        print("of which it is read from JSON in \((Uptime.ofThread - start) / 1_000 / Int64(posts.count)) µs")
        return try Sample(
            asked.enumerated().map { number, time in
                (heard[(number + 1) * BeaconService.mostPosted - 1] - time) / .milliseconds(1)
            })
    }

    private static func event(_ number: Int) -> [UInt8] {
        Air.beacon(number % 100, sequence: UInt16(truncatingIfNeeded: number / 100))
    }

    private static func post(_ number: Int) -> BeaconService.PostRequest {
        let advertisements = (0..<BeaconService.mostPosted).map { place -> PostedAdvertisement in
            let turn = number * BeaconService.mostPosted + place
            let bytes = Air.beacon(turn % 100, sequence: UInt16(truncatingIfNeeded: turn / 100))
            // Behind the event's and the report's heads, and before the strength.
            let data = bytes.dropFirst(13).dropLast().map { byte in
                let text = String(byte, radix: 16)
                return text.count == 1 ? "0" + text : text
            }.joined()
            let address = Advertisement.Address(kind: 1, number: UInt64(turn % 100 + 1)).description
            return PostedAdvertisement(address: address, rssi: -60, data: data)
        }
        return BeaconService.PostRequest(gateway: "north", advertisements: advertisements)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = unsafe fopen(path, "wb") else { throw BenchError.unreadable(path) }
        defer { unsafe fclose(file) }
        guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw BenchError.unreadable(path) }
    }

    /// Runs ble beside a listener.
    ///
    /// - Returns: When the listener had each of so many words.
    private static func run(
        _ settings: BLE.Settings, _ count: Int, _ body: (BusCore) async throws -> Void
    ) async throws -> [Duration] {
        let bus = BusCore(clock: SystemClock())
        let ready = Signal()
        let listening = Signal()
        Listener.begin(expecting: count)
        let ble = LoneFeature.instance(
            "ble", FeatureEntry(BLE.self, settings: settings), on: bus, stores: MemoryStore()
        ) {
            ready.raise()
        }
        let listener = LoneFeature.instance("listener", FeatureEntry(Listener.self), on: bus) { listening.raise() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await listener.run() }
            await listening.wait()
            group.addTask {
                // Nothing waits for a feature that ended before it was ready.
                defer { ready.raise() }
                try await ble.run()
            }
            await ready.wait()
            // Also where it did not hear all: the group waits for both.
            defer {
                ble.cancel()
                listener.cancel()
            }
            try await body(bus)
            return try await Listener.everything()
        }
    }
}

extension BenchError {
    static let notReady = BenchError("ble ended before it was ready")
}
