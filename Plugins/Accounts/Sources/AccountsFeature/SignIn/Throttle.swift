internal import FeatureKit

/// What an attempt is counted by, and how many are allowed in a window.
struct AttemptCount: Hashable {
    enum Kind: String { case device, accountAndNetwork, network, unknownDevices, requests, mails }

    let kind: Kind
    let of: [String]
    let most: Int
}

extension Limits {
    /// What a wrong password is counted by, so that nobody guesses passwords, and nobody locks the owner of an account out.
    ///
    /// A device that has signed in to the account before has a count of its own (OWASP's device cookies): it gets in however
    /// many guesses come from elsewhere. All others are counted three times: by network for this account, by network for all
    /// accounts, and together for this account.
    ///
    /// - Parameters:
    ///   - folded: The folded address of the account, whether it exists or not.
    ///   - device: The device, where it has signed in to that account before.
    func password(at folded: String, device: String?, network: String?) -> [AttemptCount] {
        if let device { return [AttemptCount(kind: .device, of: [folded, device], most: account)] }
        return [
            AttemptCount(kind: .accountAndNetwork, of: [folded, network ?? ""], most: account),
            AttemptCount(kind: .network, of: [network ?? ""], most: self.network),
            AttemptCount(kind: .unknownDevices, of: [folded], most: unknownDevices),
        ]
    }

    /// What a request that costs a hash or a mail, and needs no password, is counted by.
    func request(_ call: Call) -> [AttemptCount] {
        [AttemptCount(kind: .requests, of: [call.caller.network ?? ""], most: requests)]
    }

    /// What a mail is counted by.
    func mail(to email: String) -> [AttemptCount] {
        [AttemptCount(kind: .mails, of: [(try? EmailAddress(email).folded) ?? email], most: mails)]
    }
}

extension AttemptCounter<AttemptCount> {
    /// Takes back an attempt that was right: its own device and network start again; what others did wrong stays.
    mutating func forgive(_ counts: [AttemptCount]) {
        takeBack(counts)
        for count in counts where [.device, .accountAndNetwork].contains(count.kind) { forget(count) }
    }
}
