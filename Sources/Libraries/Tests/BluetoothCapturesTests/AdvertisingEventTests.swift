import Testing

@testable import BluetoothCaptures

@Suite struct AdvertisingEventTests {
    private func read(_ event: [UInt8]) -> (heard: [Advertisement], refused: [RadioProblem]) {
        var heard: [Advertisement] = []
        var refused: [RadioProblem] = []
        var reassembly = Reassembly()
        AdvertisingEvent.read(event[...], with: &reassembly, at: .zero) { report in
            switch report {
            case .success(let advertisement): heard.append(advertisement)
            case .failure(let reason): refused.append(reason)
            }
        }
        return (heard, refused)
    }

    @Test(arguments: [Events.legacy([2, 1, 6]), Events.extended([2, 1, 6])])
    func readsOneReport(_ event: [UInt8]) throws {
        let (heard, refused) = read(event)
        let first = try #require(heard.first)
        #expect(heard.count == 1 && refused.isEmpty)
        #expect(first.address.description == "C0:FF:EE:00:00:01")
        #expect(first.address.kind == 1)
        #expect(first.rssi == -60)
        #expect(Array(first.data) == [2, 1, 6])
    }

    @Test func readsSeveralReportsOfOneEvent() {
        let reports = Events.legacyReport([1, 2]) + Events.legacyReport([], address: "0A0B0C0D0E0F", rssi: 0x80)
        let (heard, refused) = read(Events.event([0x02, 2] + reports))
        #expect(heard.map(\.address.description) == ["C0:FF:EE:00:00:01", "0A:0B:0C:0D:0E:0F"])
        #expect(heard.map(\.rssi) == [-60, -128])
        #expect(refused.isEmpty)
    }

    @Test(arguments: [Events.legacy([1], rssi: 127), Events.extended([1], rssi: 127)])
    func strengthMayBeMissing(_ event: [UInt8]) { #expect(read(event).heard.map(\.rssi) == [nil]) }

    @Test(arguments: [0x40 as UInt8, 0x60]) func cutReportsAreRefused(_ type: UInt8) {
        let (heard, refused) = read(Events.extended([1, 2], type: type))
        #expect(heard.isEmpty && refused == [.inPieces])
    }

    @Test(arguments: [0x10 as UInt8, 0x08, 0x1B]) func wholeReportsOfEveryKindAreRead(_ type: UInt8) {
        #expect(read(Events.extended([1, 2], type: type)).heard.count == 1)
    }

    @Test func whatCameBeforeABrokenReportCounts() {
        let reports = Events.legacyReport([1, 2]) + Events.legacyReport([3, 4]).dropLast()
        let (heard, refused) = read(Events.event([0x02, 2] + reports))
        #expect(heard.count == 1 && refused == [.broken])
    }

    @Test func bytesBehindTheReportsAreRefused() {
        let (heard, refused) = read(Events.event([0x02, 1] + Events.legacyReport([1]) + [0]))
        #expect(heard.count == 1 && refused == [.broken])
    }

    @Test(
        arguments: [
            ([], RadioProblem.broken), ([0x3E], .broken), ([0x3E, 0], .broken),
            ([0x3E, 1, 2], .broken),
            ([0x3E, 2, 2, 0], .broken), ([0x3E, 9, 2, 1], .broken), ([0x3E, 1, 2, 1], .broken),
            ([0x0E, 1, 0], .noAdvertisement), ([0x3E, 1, 0x01], .noAdvertisement),
        ] as [([UInt8], RadioProblem)]) func otherEventsAreRefused(_ event: [UInt8], _ reason: RadioProblem)
    {
        let (heard, refused) = read(event)
        #expect(heard.isEmpty && refused == [reason])
    }

    /// Wherever an event is cut, nothing but its start is read.
    @Test(arguments: [Events.legacy([2, 1, 6]), Events.extended([2, 1, 6])])
    func everyCutIsRefused(_ event: [UInt8]) {
        for length in 0..<event.count { #expect(read(Array(event.prefix(length))).refused == [.broken]) }
    }
}

@Suite struct ADStructuresTests {
    private func walk(_ data: [UInt8]) -> (structures: [[UInt8]], overran: Bool) {
        var walk = ADStructures(data[...])
        var found: [[UInt8]] = []
        while let structure = walk.next() { found.append([structure.type] + structure.data) }
        return (found, walk.overran)
    }

    @Test(
        arguments: [
            ([], [], false),
            ([2, 1, 6], [[1, 6]], false),
            ([1, 9, 3, 0xFF, 1, 2], [[9], [0xFF, 1, 2]], false),
            // A length of zero ends it, whatever follows.
            ([2, 1, 6, 0, 0, 7, 7], [[1, 6]], false),
            // The last one claims more than there is.
            ([2, 1, 6, 5, 0xFF, 1], [[1, 6]], true),
            ([1], [], true), ([255], [], true),
        ] as [([UInt8], [[UInt8]], Bool)])
    func walks(_ data: [UInt8], _ structures: [[UInt8]], _ overran: Bool) {
        let (found, over) = walk(data)
        #expect(found == structures)
        #expect(over == overran)
    }

    @Test func staysAtItsEnd() {
        var walk = ADStructures([2, 1, 6, 0, 2, 1, 6])
        _ = walk.next()
        #expect(walk.next() == nil)
        #expect(walk.next() == nil)
    }
}
