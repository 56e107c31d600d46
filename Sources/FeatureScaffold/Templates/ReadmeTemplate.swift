extension FeatureTemplate {
    /// `README.md`.
    var readme: String {
        """
        # \(name.id)
        Gives out a number of spaces, each for a while. An example to begin with: write here what your feature does.

        | setting | type | default | meaning |
        |---|---|---|---|
        | `spaces` | whole number, 1 to 1000 | 3 | How many there are. |
        | `stay` | duration, 1s to 24h | 2h | How long one is kept. |

        | topic or route | |
        |---|---|
        | `\(name.id).spaces` | published, kept for late readers: `free`, `of` |
        | `POST /api/v1/\(name.id)/tickets` (`\(name.id).take`) | replies with a ticket: `space`, `until` |

        - Who has a space already is given the same one again, until it ends.
        - When all are taken it refuses with `409 full`.
        - While it is off nobody has a space, and its topic says that none is free.

        ## Try it
        ```
        \(commands.map(\.line).joined(separator: "\n"))
        ```
        \(note)
        """
    }

    /// What somebody does next, and why, in the folder that the commands start in.
    var commands: [(line: String, purpose: String)] {
        switch place {
        case .checkout:
            [
                ("swift test --package-path Plugins/\(name.type)", "its tests"),
                ("make build", "the host, with it"),
                (".build/release/flagstand test \(name.id)", "its scenarios, and what every feature has to do"),
            ]
        case .outside:
            [
                ("flagstand build \(name.type) --test", "its library, and its tests in Swift"),
                ("flagstand test ./\(name.type)", "its scenarios, and what every feature has to do"),
            ]
        }
    }

    private var note: String {
        place == .checkout
            ? "in the checkout's folder.\n"
            : "in the folder around it. It is built with the kit that `Package.swift` names; `FLAGSTAND_KIT` names another one.\n"
    }
}
