@_spi(Hosting) public import FeatureKit

/// A description as a unit's generated file and a repository's golden file have it.
extension FeatureDescription {
    /// The description as data.
    @_spi(Hosting) public var data: Members {
        var data: Members = ["type": .text(typeName), "reconfigurable": .boolean(isReconfigurable)]
        if checksSettings { data["checksSettings"] = true }
        data["settings"] = .object(settings.data)
        data["contracts"] = .list(contracts.map(\.data))
        return data
    }

    /// Reads a description; members that it does not know are left alone.
    @_spi(Hosting) public init(data: Value) throws(DescriptionError) {
        let object = try DescriptionObject(data, at: "")
        typeName = try object.text("type")
        isReconfigurable = try object.flag("reconfigurable")
        checksSettings = try object.flag("checksSettings")
        settings = try object.shape("settings")
        contracts = try object.list("contracts") { (value, place) throws(DescriptionError) in
            try Contract(DescriptionObject(value, at: place))
        }
    }
}
