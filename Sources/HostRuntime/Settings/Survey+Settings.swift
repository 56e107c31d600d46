@_spi(Hosting) internal import FeatureKit
package import HostConfig

extension Survey {
    /// What features find wrong with settings that fit their Shapes, by the features' ids.
    ///
    /// Only those that say that they look at them are asked, each in a process of its own, one after the other.
    package func complaints(about settings: [String: CheckedSettings]) async -> [SettingsComplaint] {
        var complaints: [SettingsComplaint] = []
        for feature in loaded.sorted(by: { $0.id < $1.id }) {
            guard let check = feature.settingsCheck, let settings = settings[feature.id] else { continue }
            for problem in await check(settings.revealed()) {
                complaints.append(
                    SettingsComplaint(feature.id, problem.path, settings.hidingSecrets(in: problem.sentence)))
            }
        }
        return complaints
    }
}
