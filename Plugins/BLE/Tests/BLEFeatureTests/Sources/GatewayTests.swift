import BLEContracts
import BeaconRanging
import BluetoothCaptures
import FeatureKit
import FeatureTestKit
import Files
import Replay
import Testing

@testable import BLEFeature

@Suite(.timeLimit(.minutes(1))) struct GatewayTests {
    private let settings = BLE.Settings(gateways: ["north", "south"], trust: .anyone)

    private func posted(
        sequence: UInt16, ttl: UInt8 = 10, zone: UInt16 = 1001, ago: Duration = .zero, rssi: Int? = -60
    ) -> PostedAdvertisement {
        .init(
            address: "C0:FF:EE:00:00:01", rssi: rssi,
            data: digits(Events.beacon(Events.frame(zone: zone, sequence: sequence, ttl: ttl))), ago: ago)
    }

    private func post(_ advertisements: [PostedAdvertisement], by gateway: String = "north", _ probe: Probe)
        async throws -> PostOutcome
    {
        try await probe.call(
            BeaconService.postRoute, .init(gateway: gateway, advertisements: advertisements), as: .gateway(gateway))
    }

    @Test func aWordIsPublishedOnceWhicheverHearsItFirst() async throws {
        try await withFeature(BLE.self, settings: settings) { probe in
            let first = try await post([posted(sequence: 1)], probe)
            #expect(first == .init(taken: 1, published: 1, refused: [:], problems: []))
            let sighting = try await probe.expect(.bleSighted)
            #expect(sighting.listener == "north" && sighting.ttl == .seconds(10) && sighting.rssi == -60)
            let second = try await post([posted(sequence: 1), posted(sequence: 2)], by: "south", probe)
            #expect(second == .init(taken: 2, published: 1, refused: ["repeated": 1], problems: []))
            #expect(try await probe.expect(.bleSighted).listener == "south")
            await probe.expectNone(.bleSighted)
            let sources = try await probe.call(BeaconService.sourcesRoute, Nothing(), as: .staff).sources
            #expect(sources.map(\.name) == ["north", "south"])
            #expect(sources.map(\.state) == [.listening, .listening])
            #expect(sources.map(\.records) == [1, 2] && sources.map(\.published) == [1, 1])
            #expect(sources.map(\.refused) == [[:], ["repeated": 1]])
            #expect(sources.map(\.lastHeard) == [probe.clock.now, probe.clock.now])
        }
    }

    @Test func badOnesAreToldAndTheOthersCount() async throws {
        let good = posted(sequence: 1)
        func like(address: String? = nil, rssi: Int? = -60, data: String? = nil, ago: Duration = .zero)
            -> PostedAdvertisement
        { .init(address: address ?? good.address, rssi: rssi, data: data ?? good.data, ago: ago) }
        let long = String(repeating: "00", count: 1_651)
        try await withFeature(BLE.self, settings: settings) { probe in
            let outcome = try await post(
                [
                    like(address: "C0FFEE000001"), like(address: "C0-FF-EE-00-00-01"),
                    like(address: "C0:FF:EE:00:00:0G"),
                    like(rssi: 21), like(rssi: -129), like(rssi: 128), like(data: "0"), like(data: "0g"),
                    like(data: long), like(ago: .milliseconds(60_001)), good, like(data: ""),
                    like(data: String(long.dropFirst(2))),
                ], probe)
            #expect(outcome.taken == 3 && outcome.published == 1)
            #expect(outcome.refused == ["other company": 2])
            #expect(
                outcome.problems == [
                    .init(index: 0, why: "address: \"C0FFEE000001\" is none such as C0:FF:EE:00:00:01"),
                    .init(index: 1, why: "address: \"C0-FF-EE-00-00-01\" is none such as C0:FF:EE:00:00:01"),
                    .init(index: 2, why: "address: \"C0:FF:EE:00:00:0G\" is none such as C0:FF:EE:00:00:01"),
                    .init(index: 3, why: "rssi: 21 is not between -128 and 20"),
                    .init(index: 4, why: "rssi: -129 is not between -128 and 20"),
                    .init(index: 5, why: "rssi: 128 is not between -128 and 20"),
                    .init(index: 6, why: "data: is not made of pairs of hexadecimal digits"),
                    .init(index: 7, why: "data: is not made of pairs of hexadecimal digits"),
                    .init(index: 8, why: "data: has 3302 digits; no advertisement has more than 1650 bytes"),
                    .init(index: 9, why: "ago: more than 60s"),
                ])
        }
    }

    @Test func capitalsDoNotMatter() async throws {
        try await withFeature(BLE.self, settings: settings) { probe in
            let good = posted(sequence: 1)
            let small = PostedAdvertisement(address: "c0:ff:ee:00:00:01", data: good.data.uppercased())
            let first = try await post([small], probe)
            let sighting = try await probe.expect(.bleSighted)
            let second = try await post([good], probe)
            #expect(first.published == 1 && second.refused == ["repeated": 1])
            #expect(sighting.address == "C0:FF:EE:00:00:01")
        }
    }

    @Test func whatWasHeardAWhileAgoHoldsForLess() async throws {
        try await withFeature(BLE.self, settings: settings) { probe in
            await probe.advance(.seconds(100))
            let outcome = try await post(
                [posted(sequence: 1, ago: .seconds(10)), posted(sequence: 1, ago: .milliseconds(9_999))], probe)
            #expect(outcome.refused == ["expired": 1] && outcome.published == 1)
            #expect(try await probe.expect(.bleSighted).ttl == .milliseconds(1))
            // It runs out when it would have: then a beacon that was switched off and on is believed.
            #expect(try await post([posted(sequence: 0)], probe).refused == ["overtaken": 1])
            await probe.advance(.milliseconds(1))
            #expect(try await post([posted(sequence: 0)], probe).published == 1)
        }
    }

    @Test func unknownGatewaysAreRefused() async throws {
        try await withFeature(BLE.self, settings: settings) { probe in
            let near = try await probe.refusal { try await post([], by: "nort", probe) }
            #expect(near == BLERefusal.noGateway(gateway: "nort", meant: " (did you mean north?)").answer)
            let far = try await probe.refusal { try await post([], by: "elsewhere", probe) }
            #expect(far == BLERefusal.noGateway(gateway: "elsewhere", meant: "").answer)
        }
    }

    @Test func aGatewayPostsWithItsOwnKeyAlone() async throws {
        let settings = BLE.Settings(gateways: ["north", "south"], gatewayKeys: ["south": "box-7"], trust: .anyone)
        try await withFeature(BLE.self, settings: settings) { probe in
            func refusal(of gateway: String, by caller: Caller) async throws -> String? {
                try await probe.refusal {
                    try await probe.call(
                        BeaconService.postRoute, .init(gateway: gateway, advertisements: [posted(sequence: 1)]),
                        as: caller)
                }?.code
            }
            #expect(try await refusal(of: "north", by: .gateway("south")) == "forbidden")
            #expect(try await refusal(of: "south", by: .gateway("south")) == "forbidden")
            #expect(try await refusal(of: "north", by: .gateway("north")) == nil)
            #expect(try await refusal(of: "south", by: .gateway("box-7")) == nil)
            // A token's caller is called after its issuer and its subject.
            #expect(try await refusal(of: "north", by: .gateway("accounts:north")) == nil)
            for key in ["north:accounts", "accounts:x:north", ":", "accounts:"] {
                #expect(try await refusal(of: "north", by: .gateway(key)) == "forbidden")
            }
            #expect(try await refusal(of: "south", by: .gateway("accounts:box-7")) == "forbidden")
            // No other route takes a forged gateway either.
            let other = Caller.gateway("north")
            let refusals = [
                try await probe.refusal {
                    try await probe.call(BeaconService.heartbeatRoute, .init(gateway: "south"), as: other)
                },
                try await probe.refusal {
                    try await probe.call(BeaconService.commandsPendingRoute, .init(gateway: "south"), as: other)
                },
                try await probe.refusal {
                    try await probe.call(
                        BeaconService.commandDoneRoute, .init(gateway: "south", command: ID("x"), executed: true),
                        as: other)
                },
            ]
            #expect(refusals.map { $0?.code } == ["forbidden", "forbidden", "forbidden"])
            let seen = try await probe.call(BeaconService.sourcesRoute, Nothing(), as: .staff).sources
            #expect(seen.map(\.records) == [2, 1])
        }
    }

    @Test func aPostHasFiveHundredAdvertisementsAtMost() throws {
        let one = posted(sequence: 1)
        func problems(_ count: Int) throws -> Int {
            let post = BeaconService.PostRequest(gateway: "north", advertisements: Array(repeating: one, count: count))
            return BeaconService.PostRequest.shape.problems(in: try Value(encoding: post)).count
        }
        #expect([try problems(500), try problems(501)] == [0, 1])
    }

    @Test func everyListenerHasANameOfItsOwn() {
        let captures: [CaptureSettings] = [
            .init(file: "/a/lap.pcap"), .init(file: "lap.btsnoop"), .init(file: "c/lap", name: "other"),
            .init(file: "lap"),
        ]
        func problems(_ settings: BLE.Settings) -> [String] { BLE.problems(in: settings).map(\.sentence) }
        #expect(
            problems(BLE.Settings(captures: captures, gateways: ["north", "other", "north"])).map {
                $0.split(separator: "\"")[1]
            } == ["lap", "north", "other"])
        #expect(problems(BLE.Settings(captures: Array(captures.prefix(1)), gateways: ["north"])).isEmpty)
        #expect(problems(BLE.Settings(gatewayKeys: ["west": "w"])) == ["there is no gateway \"west\""])
    }
}
