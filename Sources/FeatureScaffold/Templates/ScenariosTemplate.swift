extension FeatureTemplate {
    /// The scenarios, for `flagstand test`.
    var scenarios: String {
        #"""
        given:
          settings: { spaces: 2, stay: 1h }
          callers:
            ada: { key: ada }
            bob: { key: bob }

        scenarios:
          - name: who has a space keeps it
            steps:
              - when: { call: \#(name.id).take, as: ada }
                then:
                  - reply: { space: 1, until: "${now+1h}" }
                  - { message: \#(name.id).spaces, value: { free: 1, of: 2 } }
              - when: { call: \#(name.id).take, as: ada }
                then:
                  - reply: { space: 1 }
                  - silence: \#(name.id).spaces
              - when: { call: \#(name.id).take, as: bob }
                then: { reply: { space: 2 } }

          - name: who comes when all are taken is refused
            given: { settings: { spaces: 1 } }
            steps:
              - when: { call: \#(name.id).take, as: ada }
                then: { message: \#(name.id).spaces, value: { free: 0 } }
              - when: { call: \#(name.id).take, as: bob }
                then: { refused: { code: full, status: 409 } }

          - name: a space is free again when the stay is over
            rows:
              - { stay: 30s }
              - { stay: 24h }
            given: { settings: { stay: "${stay}" } }
            steps:
              - when: { call: \#(name.id).take, as: ada }
                then: { message: \#(name.id).spaces, value: { free: 1 } }
              - when: { advance: "${stay}" }
                then: { message: \#(name.id).spaces, value: { free: 2 } }

          # With the settings that a host has: `flagstand test --config` and `flagstand toggle --preflight` try it.
          - name: every space that is taken is given back, whatever the settings
            preflight: true
            steps:
              - then: { message: \#(name.id).spaces, value: { free: "${settings.spaces}" } }
              - when: { call: \#(name.id).take, as: ada }
                then: { reply: { space: { $lte: "${settings.spaces}" } } }
              - when: { advance: "${settings.stay}" }
                then: { message: \#(name.id).spaces, value: { free: "${settings.spaces}" } }

        """#
    }
}
