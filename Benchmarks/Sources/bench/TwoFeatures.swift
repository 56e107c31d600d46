/// The document with the two features that are built with the host.
enum TwoFeatures {
    static let ids = ["ble", "track"]

    static func document(_ options: Options, trackIsOn: Bool = true) -> String {
        """
        features:
          ble:
            enabled: true
            settings:
              capture: "\(options.root)/samples/lap.btsnoop"
              repeat: true
          track:
            enabled: \(trackIsOn)

        """ + (trackIsOn ? "" : "    force: it is locked\n")
    }
}
