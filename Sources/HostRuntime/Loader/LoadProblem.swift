@_spi(Hosting) package import FeatureKit
internal import HostConfig
package import HostSystem

/// Why a feature's unit cannot be loaded, or not as it is.
///
/// The other features start all the same.
package struct LoadProblem: Error, Sendable, Equatable {
    /// What is wrong, without words; those stand in `LoadProblem+Wording.swift`.
    package enum Fault: Error, Sendable, Equatable {
        // The folders.
        case noFolder
        case unreadable(SystemError)
        case crowded(limit: Int)
        case noManifest(library: String)
        case noLibrary(expected: String)
        /// A package of sources from which nothing was built.
        case notBuilt(expected: String)
        case severalLibraries([String])
        case idTaken(id: String, by: String)

        // The library's file.
        case noFile
        case notAFile
        case tooLarge(limit: Int)
        case format(ELFProblem)
        case noStamp
        case otherKit(KitStamp, KitStamp.Mismatch, host: KitStamp)
        case noEntry

        // What was packed of it.
        case notPacked(unit: String)
        /// The library is not the one that was packed.
        case packedOtherwise(unit: String)
        case packedUnreadable(String, unit: String)
        /// What its code declares can't be written so that it is read again as it was.
        case notWritable(String)
        case ownKit

        // Opening it.
        case notCopied(SystemError)
        case notOpened(String)
        case noThread(SystemError)
        /// A worker that was to say what is in it ended.
        case notDescribed(String, lastLines: [String])
        /// Only a warning: what runs is what was opened before.
        case replaced
        /// The same of what runs in a process of its own.
        case replacedBelow(id: String)

        // What it declares.
        case badName(Contract.Role, String)
        case reservedTopic(String)
        case otherShape(ShapeClash)
        /// The name of a topic or route whose events would be taken for the host's.
        case controlEvent(String)
        /// A collection's Shape and indexes make no sense.
        case collection(StoreError)
        /// The name of blobs.
        case collectionOfBlobs
        case doubledCollection(String)
        case tooManyCollections(Int, limit: Int)
        /// A flag's default, and what is wrong with it.
        case flagDefault(String, String)
        /// Two flags with one key.
        case otherFlag(String)
        /// A flag with the name of one that says who has a feature.
        case reservedFlag(String)
        /// A route that nobody serves although the feature that its name begins with is there.
        case unservedRequest(String, of: String, hint: String?)
        /// A flag of the manifest that the code does not declare.
        case strayFlag(String, hint: String?)
        /// Fields of settings whose changes nobody takes.
        case liveButNotTaken(ValuePath)
        case liveInList(ValuePath)
        /// A live field of what are no settings.
        case liveElsewhere(String, ValuePath)
        case doubledMigration(String)
        case migrationOfPreviousName(String, String, String, now: String)
        /// Documents that older versions wrote can't be read any more.
        case lostField(LostField)
        /// What an earlier version declared.
        case previousUnreadable(String)
    }

    /// The file or folder that somebody has to change.
    package let path: String
    package let fault: Fault

    package init(_ path: String, _ fault: Fault) {
        self.path = path
        self.fault = fault
    }
}
