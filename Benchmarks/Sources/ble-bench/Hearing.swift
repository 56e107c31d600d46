internal import BLEContracts
internal import BeaconRanging
internal import BluetoothCaptures
internal import CircuitBeacons
internal import FeatureKit

@testable import BLEFeature

/// The whole chain on one thread: event, reports, structures, frame, whose word, what was said before.
struct Hearing {
    private var reader = AdvertisementReader()
    private var receiver: Receiver
    private var reception: Reception
    private var memory = SequenceMemory()
    private(set) var published = 0

    init() {
        let settings = BLE.Settings(trust: .anyone)
        receiver = Receiver("bench")
        reception = Reception(settings)
    }

    var tally: Tally { receiver.tally }
    var remembered: Int { memory.count }
    var forgotten: UInt64 { memory.forgotten }

    mutating func hear(_ event: ArraySlice<UInt8>, at time: Duration) {
        let moment = Moment(uptime: time, wall: Timestamp(nanoseconds: 0).advanced(by: time))
        let record = CaptureRecord(number: 1, flags: 3, microseconds: 0, packet: event)
        reception.pass(to: moment)
        reader.read(record, on: .hci, at: time) { report in
            switch report {
            case .success(let advertisement):
                receiver.hear(advertisement, at: moment, after: &memory, in: &reception)
            case .failure(let problem): receiver.count(Rejection(problem))
            }
        }
        published += reception.takeMessages().sightings.count
    }
}
