package import HostConfig

/// What the lifecycle has to know of a feature, from its manifest.
package struct LifecycleRules: Sendable, Equatable {
    /// Features that have to be active while this one runs.
    package var needs: Set<String>
    /// Features that start before this one and stop after it, where they are on.
    package var after: Set<String>
    /// How many failures are too many.
    package var restartLimit: RestartLimit
    /// Why it can't run at all in this process, if that is so.
    package var broken: String?
    /// What its lives are made of; with another one it is started again.
    package var make: FeatureMake

    package init(
        needs: Set<String> = [], after: Set<String> = [], restartLimit: RestartLimit = RestartLimit(),
        broken: String? = nil, make: FeatureMake = .host
    ) {
        self.needs = needs
        self.after = after
        self.restartLimit = restartLimit
        self.broken = broken
        self.make = make
    }
}

/// Where a feature runs, and from what.
package enum FeatureMake: Sendable, Equatable {
    /// In the host, from the library that it has opened, which never changes.
    case host
    /// In a process of its own, from a library with this content.
    case worker(library: String)

    package var runs: RunMode {
        switch self {
        case .host: .host
        case .worker: .worker
        }
    }
}

/// How many times a feature may fail within a while before it is left alone.
package struct RestartLimit: Sendable, Equatable {
    package var most: Int
    package var within: Duration

    package init(most: Int = 5, within: Duration = .seconds(60)) {
        self.most = most
        self.within = within
    }
}

/// How long the host waits for a feature, each with its name.
package struct LifecycleLimits: Sendable, Equatable {
    /// From `run()` to `ready()`.
    package var start = Duration.seconds(10)
    /// From being asked to stop to being cancelled.
    package var drain = Duration.seconds(5)
    /// From being cancelled to being given up.
    package var cancel = Duration.seconds(2)
    /// From taking over to publishing the messages held back for the previous life, even if that has not ended.
    package var handOver = Duration.seconds(1)
    /// For taking new settings; a restart follows where it takes longer.
    package var reconfigure = Duration.seconds(10)

    package init() {}
}
