internal import FeatureKit
internal import RiderAcademy

extension RiderService: RiderFacts {
    var webLink: String { settings.webLink }
}
