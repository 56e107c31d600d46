internal import BLEContracts
internal import FeatureKit
internal import NotificationsContracts

/// What staff has heard about a beacon, as long as it holds.
@Record @Collection("alerts") struct StaffAlert: Equatable {
    enum Kind: String { case silent, battery }

    /// The id of the notification.
    @Text(1...128) var notification: String
}

extension BeaconService {
    /// Tells staff which beacons fall silent or have a low battery, and when that is over, until it is cancelled.
    func tellStaff() async {
        for await status in pipeline.statuses {
            let lowBattery = pipeline.change { $0.reception.beacons.settings.lowBattery }
            let (isKnown, name) = (status.isGone != true, status.name ?? status.beacon)
            do {
                try await store.transaction { tx in
                    try tell(
                        .silent, isKnown && !status.online, status.beacon,
                        ["es": "\(name) no se oye", "en": "\(name) is silent"], tx)
                    let isLow = status.battery.map { $0 <= lowBattery }
                    guard let isLow = isKnown ? isLow : false else { return }
                    try tell(
                        .battery, isLow, status.beacon,
                        ["es": "\(name) tiene poca batería", "en": "\(name) has a low battery"], tx)
                }
            } catch {
                log.warning("could not tell staff of a beacon", [("beacon", status.beacon), ("error", "\(error)")])
            }
        }
    }

    private func tell(
        _ kind: StaffAlert.Kind, _ holds: Bool, _ beacon: String, _ titles: [String: String], _ tx: StoreTransaction
    ) throws {
        let row = "\(kind.rawValue) \(beacon)"
        let told = try tx.get(alerts, row)
        guard holds != (told != nil) else { return }
        let until = clock.now.advanced(by: .seconds(86_400))
        if let told {
            try tx.delete(alerts, row)
            let withdrawal = Withdrawal(id: told.document.notification)
            return try tx.send(
                withdrawal, to: .notificationsWithdraw, id: "\(withdrawal.id) over", key: row, until: until)
        }
        let notification = Notification(
            id: "ble.\(ID<StaffAlert>.random().text)", to: Recipient(role: "staff"), kind: "ble.\(kind.rawValue)",
            level: kind == .silent ? .important : .info, texts: titles.mapValues { NotificationText(title: $0) },
            collapseKey: beacon, until: until)
        try tx.put(alerts, StaffAlert(notification: notification.id), id: row)
        try tx.send(notification, to: .notificationsSend, id: notification.id, key: row, until: until)
    }
}
