@_spi(Hosting) internal import FeatureKit
package import HostConfig

extension Survey {
    /// The settings of features that are changed without a restart, as `lamp.level`.
    package func liveSettings(of features: [String]) -> [String] {
        loaded.filter { features.contains($0.id) && $0.entry.isReconfigurable }.flatMap { feature in
            feature.entry.settingsShape.livePaths.map { "\(feature.id).\($0)" }
        }.sorted()
    }

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
