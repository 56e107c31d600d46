extension FlagProgram {
    package var looksAtClock: Bool { false }
}
