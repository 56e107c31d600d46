@_spi(Hosting) import FeatureKit
import FlagEngine
import HostSystem
import JSON

/// What can be wrong with a document, as data; `Wording` has the words.
enum Problem {
    // The text.
    case tooLarge(most: Int)
    case otherEncoding(String)
    case notUTF8(byte: UInt8)
    case unfitCharacter(Unicode.Scalar)
    case outOfMemory

    // The YAML.
    case syntax(SyntaxProblem)
    case tooManyNodes(most: Int, aliased: Bool)
    case tooDeep(most: Int)
    case secondDocument
    case unknownTag(String)
    case tagDoesNotFit(String)
    case keyIsNothing
    case keyIsCollection(SyntaxProblem.Collection)
    case mergeKey
    case doubledKey(String)
    case unknownAlias(String, known: [String])
    case aliasInsideItself(String)

    // The JSON.
    case json(JSONProblem)

    // The data.
    case shape(ShapeProblem, below: ValuePath, meant: String?)
    case doubledElement(String)
    case secretWrittenOut
    case badSecretReference
    case secretNotThere(SecretReference, SecretProblem)
    case secretIsNoToken(SecretReference)
    case badPath

    // The documents.
    case blank
    /// A remote file has a key that loads code, listens, grants access or names other files.
    case localKey(String)
    case remoteSecret
    case unknownFeature(String, known: [String])
    case settingsUnchecked
    case gateOfLocked(String, key: String)
    case lockBreach(LockBreach)
    case forcedOff(ForcedOff)
    case blankForce
    /// A reason to switch something off where nothing is switched off.
    case idleForce
    case badText(TextRule, String)
    case needsItself
    case reservedID(String)
    /// A part of a manifest that is made from the code now.
    case madeFromCode(String)
    case badMount
    case tooLittleMemory(String, least: Int)
    case badAddress(ListenAddress.Problem)
    case badNetwork(IPNetwork.Problem)
    case reachableAddress(ListenAddress, document: String)
    case everyOriginAndOthers
    case everyOriginWithCredentials
    case serversOwnHeader(String)
    case reservedAttribute(String)
    case flag(FlagMistake)
    case burstWithoutRate
    case notOneKeySource
    case keysInTheOpen
    case keysOfNobody(String, String, known: [String])
    /// A feature's complaint about its settings.
    case settings(SettingsComplaint)
    /// A complaint of the code that uses a file about that file, which the configuration names.
    case file(String, reason: String)
    case scenario(ScenarioMistake)
    /// A problem that the engine found and describes itself.
    case engine(FlagProblem)
    /// A value that fits its shape and still can't be decoded, which is a bug in the host.
    case undecodable(String)
}

/// What a note says about another place.
enum Remark {
    case firstHere
    case startsHere(SyntaxProblem.Collection)
    case quoteStartsHere
    case inThisRow
}
