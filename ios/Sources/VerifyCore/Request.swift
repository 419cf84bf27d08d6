import Foundation

/// The app's request, validated before anything is shown.
public struct Request: Equatable {
    public let address: HostedAddress
    public let metadata: Metadata
    public let clientToken: String?

    /// Lines for the console of the app's developers.
    public struct Fault: Error, Equatable {
        public let lines: [String]
    }

    /// - Throws: `Fault` with everything that is wrong.
    public init(base: URL?, clientId: String, flowId: String, metadata: [String: Any], clientToken: String?) throws {
        var lines: [String] = []
        var address: HostedAddress?
        var checked: Metadata?
        if let base = base {
            do { address = try HostedAddress(base: base, clientId: clientId, flowId: flowId) } catch let fault as HostedAddress.Fault {
                lines.append(fault.line)
            }
        } else {
            lines.append("set Verify.shared.configuration.baseURL, or VerifyBaseURL in Info.plist")
        }
        do { checked = try Metadata(metadata) } catch let fault as Metadata.Fault { lines.append(fault.line) }
        guard let address = address, let metadata = checked, lines.isEmpty else { throw Fault(lines: lines) }
        self.address = address
        self.metadata = metadata
        self.clientToken = clientToken
    }

    /// Equal requests have the same key, under which a session is stored. FNV-1a is enough, because it only distinguishes requests.
    public var key: String {
        let text = [address.url.absoluteString, metadata.value.text, clientToken ?? ""].joined(separator: "\n")
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}

/// Stores a session until the app returns.
public protocol SessionStore: AnyObject {
    func read(_ key: String) -> KeptSession?
    func write(_ session: KeptSession, key: String)
    func delete(_ key: String)
}

/// The purpose texts that iOS requires of an app.
public enum UsageDescriptions {
    public static let keys = [
        "NSCameraUsageDescription",
        "NSMicrophoneUsageDescription",
        "NSPhotoLibraryUsageDescription",
        "NSLocationWhenInUseUsageDescription",
        "NSLocationAlwaysUsageDescription",
        "NSLocationAlwaysAndWhenInUseUsageDescription",
    ]

    /// The keys that the app's Info.plist lacks, or that are empty.
    public static func missing(in infoDictionary: [String: Any]) -> [String] {
        keys.filter { (infoDictionary[$0] as? String ?? "").isEmpty }
    }
}
