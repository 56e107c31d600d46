/// Remarks on the active configuration that are no errors but that operators should know.
extension ConfigurationManager {
    package nonisolated var remarks: [String] {
        let (journal, status) = (journal, status)
        var remarks: [String] = []
        let aside = journal.aside.keys.map(\.shown).sorted()
        if !aside.isEmpty {
            remarks.append("these sources are ignored until they change: \(aside.joined(separator: ", "))")
        }
        if let confirmation = journal.confirmation {
            remarks.append(
                "revision \(confirmation.revision) waits to be confirmed until \(confirmation.until.toTheSecond)")
        }
        if status.isUnkept { remarks.append("what counts is not on the disk") }
        if status.damages > 0 { remarks.append("what an earlier host left was damaged; the log says what") }
        return remarks
    }
}
