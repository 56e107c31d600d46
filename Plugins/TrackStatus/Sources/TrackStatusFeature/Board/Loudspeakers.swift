internal import FeatureKit

/// Everything that people and other features hear of the track.
struct Loudspeakers: Sendable {
    private let status: Publisher<Status>
    private let notices: Publisher<Notice>
    private let speech: Publisher<Speech>

    init(_ bus: Bus) throws {
        status = try bus.publisher(on: .trackStatus)
        notices = try bus.publisher(on: .trackNotifications)
        speech = try bus.publisher(on: .trackSpeech)
    }

    func tell(_ status: Status, _ effects: [Effect]) {
        self.status(status)
        for effect in effects {
            switch effect {
            case .notice(let notice): notices(notice)
            case .speech(let one): speech(one)
            }
        }
    }
}
