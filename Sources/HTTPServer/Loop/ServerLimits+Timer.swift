extension ServerLimits {
    /// How long a timer runs.
    func span(of timer: Timer) -> Duration {
        switch timer {
        case .idle: idleTime
        case .head: headTime
        case .body: bodyPause
        case .answer: answerTime
        case .patience: patience
        case .heartbeat: heartbeat
        case .linger: Connection.lingerTime
        case .write: writeTime
        }
    }
}
