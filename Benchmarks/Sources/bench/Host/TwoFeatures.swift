/// The document with the two features that are built with the host.
enum TwoFeatures {
    static let ids = ["ble", "track"]

    static func document(_ options: Options, trackIsOn: Bool = true) -> String {
        """
        features:
          ble:
            enabled: true
            settings:
              captures: [{ file: "\(options.root)/samples/lap.btsnoop" }]
              trust: anyone
              repeat: true
          track:
            enabled: \(trackIsOn)

        """ + (trackIsOn ? "" : "    force: it is locked\n")
    }
}
