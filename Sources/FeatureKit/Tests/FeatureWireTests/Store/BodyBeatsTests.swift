import Testing

@_spi(Hosting) @testable import FeatureWire

struct BodyBeatsTests {
    @Test func `a body counts while it runs, and not while it waits for the host`() {
        let beats = BodyBeats()
        #expect(beats.beat() == 0)
        beats.runs(1)
        #expect([beats.beat(), beats.beat()] == [1, 2])
        beats.runs(2)
        #expect(beats.beat() == 3)
        beats.rests(1)
        #expect(beats.beat() == 2)
        beats.runs(1)
        beats.rests(2)
        #expect(beats.beat() == 1)
        beats.rests(1)
        #expect(beats.beat() == 0)
    }
}
