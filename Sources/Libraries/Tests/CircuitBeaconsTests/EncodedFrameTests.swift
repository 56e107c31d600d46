import BluetoothCaptures
import CircuitBeacons
import Crypto
import FeatureKit
import LibraryTestSupport
import Testing

@Suite struct EncodedFrameTests {
    private let key = Array("the paddock's own key".utf8)

    @Test func theBytesAreExactlyThese() {
        let bare = EncodedFrame(
            .beacon(temperature: nil), zone: 0x0102, mode: 2, flags: 0xAB, sequence: 0x1234, ttl: 30)
        #expect(upper(bare.payload) == "01010202AB12341E")
        #expect(upper(bare.advertisement) == "0201060BFF341201010202AB12341E")
        let cold = EncodedFrame(.beacon(temperature: -3), zone: 1, mode: 0, flags: 0, sequence: 1, ttl: 10)
        #expect(upper(cold.advertisement) == "0201060CFF3412010001000000010AFD")
        let staff = EncodedFrame(
            .staff(168_496_141), zone: 65_534, mode: 3, flags: 1, sequence: 7, ttl: 120)
        #expect(upper(staff.payload) == "020A0B0C0DFFFE030100077800")
        #expect(upper(staff.advertisement) == "02010610FF3412020A0B0C0DFFFE030100077800")
    }

    @Test func aSignatureFitsBesideEachOfThem() {
        let warm = EncodedFrame(
            .beacon(temperature: 25), zone: 1002, mode: 2, flags: 0, sequence: 42, ttl: 10, signedBy: key,
            at: Timestamp(nanoseconds: 29_929_920 * 60_000_000_000))
        #expect(
            upper(warm.advertisement)
                == "020106" + "0CFF34120103EA0200002A0A19" + "0DFF3412F0B1C014D50BFF13B001")
        #expect(warm.advertisement.count == 30)
        // Staff leave out the flags.
        let staff = EncodedFrame(
            .staff(168_496_141), zone: 1001, mode: 3, flags: 1, sequence: 7, ttl: 60, signedBy: key,
            at: Timestamp(nanoseconds: 29_929_920 * 60_000_000_000))
        #expect(
            upper(staff.advertisement)
                == "10FF3412020A0B0C0D03E9030100073C00" + "0DFF3412F0B1C077E5F530007A19")
        #expect(staff.advertisement.count == EncodedFrame.mostBytes)
    }

    @Test func aControllerIsTold() {
        let word = "0201060CFF3412010001000000010AFD"
        let cold = EncodedFrame(.beacon(temperature: -3), zone: 1, mode: 0, flags: 0, sequence: 1, ttl: 10)
        // H4's command, 0x2008 with its lowest byte first, 32 bytes, of which 16 count.
        #expect(upper(cold.setAdvertisingData) == "01082020" + "10" + word + String(repeating: "00", count: 15))
        #expect(cold.setAdvertisingData.count == 4 + 32)
        #expect(upper(cold.setExtendedAdvertisingData) == "01372014" + "00" + "03" + "01" + "10" + word)
    }

    @Test func staffAnswerWhoScans() {
        let answer = "1107" + "F0DEBC9A7856341290" + "78F6E5D4C3B2A1" + "0C08" + "47656F526163696E675374"
        #expect(upper(EncodedFrame.staffScanResponse) == answer)
        #expect(upper(EncodedFrame.setStaffScanResponse) == "01092020" + "1F" + answer)
    }

    /// What is sent is what is heard.
    @Test(arguments: Array(UInt64(1)...200)) func whatIsSentIsHeard(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let staff = Bool.random(using: &random) ? UInt32.random(in: .min ... .max, using: &random) : nil
        let temperature = Bool.random(using: &random) ? Int8.random(in: .min ... .max, using: &random) : nil
        let mode = UInt8.random(in: .min ... .max, using: &random)
        let zone = UInt16.random(in: .min ... .max, using: &random)
        let flags = UInt8.random(in: .min ... .max, using: &random)
        let sequence = UInt16.random(in: .min ... .max, using: &random)
        let ttl = UInt8.random(in: 1 ... .max, using: &random)
        let minute = UInt16.random(in: .min ... .max, using: &random)
        let signs = Bool.random(using: &random)
        let sent = EncodedFrame(
            staff.map { .staff($0) } ?? .beacon(temperature: temperature), zone: zone, mode: mode, flags: flags,
            sequence: sequence, ttl: ttl, signedBy: signs ? key : nil,
            at: Timestamp(nanoseconds: 29_929_920 * 60_000_000_000).advanced(by: .seconds(60 * Int64(minute))))
        #expect(sent.advertisement.count <= EncodedFrame.mostBytes)

        var words: [ArraySlice<UInt8>] = []
        var structures = ADStructures(sent.advertisement[...])
        while let structure = structures.next() {
            if let payload = BeaconFrame.payload(of: structure.data), structure.type == ADStructures.manufacturer {
                words.append(payload)
            }
        }
        #expect(!structures.overran && words.count == (signs ? 2 : 1))
        let frame = try BeaconFrame(#require(words.first))
        #expect(frame.sender == staff.map { .staff($0) } ?? .beacon)
        #expect(frame.zone == zone && frame.mode == mode && frame.flags == flags)
        #expect(frame.sequence == sequence && frame.ttl == ttl)
        #expect(frame.temperature == (staff == nil ? temperature : nil))
        if signs { #expect(try #require(FrameSignature(words[1])).isMade(by: key, of: words[0])) }

        // And a controller that reports it is understood.
        var heard: [ArraySlice<UInt8>] = []
        let data = sent.setAdvertisingData
        heard.append(data[5..<5 + Int(data[4])])
        heard.append(sent.setExtendedAdvertisingData.dropFirst(8))
        #expect(heard.allSatisfy { Array($0) == sent.advertisement })
    }
}
