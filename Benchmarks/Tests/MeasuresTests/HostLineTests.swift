import Measures
import Testing

@Suite struct HostLineTests {
    @Test func stateChange() {
        let line =
            #"{"time":"2026-11-20T14:03:05.250Z","level":"info","feature":"host","message":"feature state","id":"ble","state":"active"}"#
        #expect(HostLine(line) == .state(id: "ble", state: "active"))
    }

    @Test func readiness() {
        let line = "flagstand: ready in 12 ms: ble active, track active"
        #expect(HostLine(line) == .ready(line))
    }

    @Test func measurement() {
        let line = #"{"feature":"fanout","message":"measured","nanoseconds":"131.25"}"#
        #expect(HostLine(line) == .measured(nanoseconds: 131.25))
    }

    @Test(arguments: [
        "", "{", #"{"message":"feature state"}"#, #"{"message":"feature state","id":"ble","state":"act"#,
        #"{"message":"measured","nanoseconds":"0"}"#, #"{"message":"measured","nanoseconds":"many"}"#,
        #"{"message":"reloading","id":"ble","state":"active"}"#,
    ])
    func othersAndBrokenOnes(line: String) { #expect(HostLine(line) == .other) }
}
