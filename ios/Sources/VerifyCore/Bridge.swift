import Foundation

/// The ids of the identity and the verification. They are missing if the flow ended before a verification existed.
public struct VerificationIds: Equatable {
    public let identityId: String?
    public let verificationId: String?

    public init(identityId: String? = nil, verificationId: String? = nil) {
        self.identityId = identityId
        self.verificationId = verificationId
    }
}

/// A message from the page. docs/bridge.md describes every message.
public enum PageMessage: Equatable {
    case ready(oldest: Int)
    case started(VerificationIds, resume: String?)
    case finished(VerificationIds)
    case cancelled(VerificationIds)
    case failed(code: String, VerificationIds)
    case open(URL)
    case closed

    /// Nil for anything that is not a message of the bridge, and for types that a newer page added.
    public init?(_ body: Any) {
        guard let body = body as? [String: Any], let version = body["verify"] as? Int, version >= 1,
              let type = body["type"] as? String
        else { return nil }
        let ids = VerificationIds(
            identityId: PageMessage.id(body["identityId"], prefix: "idn"),
            verificationId: PageMessage.id(body["verificationId"], prefix: "ver")
        )
        switch type {
        case "ready": self = .ready(oldest: body["oldest"] as? Int ?? 1)
        case "started": self = .started(ids, resume: PageMessage.text(body["resume"], most: Bridge.mostResumeBytes))
        case "finished": self = .finished(ids)
        case "cancelled": self = .cancelled(ids)
        case "failed":
            guard let code = PageMessage.text(body["code"], most: 100), matches(code, "[a-z0-9_.]+") else { return nil }
            self = .failed(code: code, ids)
        case "open":
            guard let text = PageMessage.text(body["url"], most: 2048), let url = URL(string: text),
                  let origin = Origin(url), origin.isSafe
            else { return nil }
            self = .open(url)
        case "closed": self = .closed
        default: return nil
        }
    }

    private static func text(_ value: Any?, most: Int) -> String? {
        guard let text = value as? String, !text.isEmpty, text.utf8.count <= most else { return nil }
        return text
    }

    private static func id(_ value: Any?, prefix: String) -> String? {
        guard let text = value as? String, isId(text, prefix: prefix) else { return nil }
        return text
    }
}

public enum Bridge {
    /// The version that this package speaks.
    public static let version = 1
    /// The name under which the page finds its host: `window.webkit.messageHandlers.verify`.
    public static let handlerName = "verify"
    static let mostResumeBytes = 200_000
    /// A font is read from the app's bundle up to this size.
    public static let mostFontBytes = 4_000_000

    /// The JavaScript that passes a message to the page. The message is text, never code, and a page of another origin gets
    /// nothing, even if one were shown.
    public static func script(for message: String, origin: Origin) -> String {
        let text = JSONValue.quoted(message)
        return "if (location.origin === \(JSONValue.quoted(origin.text))) verifyBridge.receive(\(text));"
    }
}

/// The configuration that the app sends to the page before it starts.
public struct Configuration: Equatable {
    public var metadata: Metadata
    public var clientToken: String?
    public var languages: [String]
    public var app: App
    public var fonts: Fonts

    public struct App: Equatable {
        public var version: String
        public var model: String
        public var osVersion: String

        public init(version: String, model: String, osVersion: String) {
            self.version = version
            self.model = model
            self.osVersion = osVersion
        }
    }

    public struct Fonts: Equatable {
        public var regular: Data?
        public var bold: Data?

        public init(regular: Data? = nil, bold: Data? = nil) {
            self.regular = regular
            self.bold = bold
        }
    }

    public init(metadata: Metadata, clientToken: String?, languages: [String], app: App, fonts: Fonts) {
        self.metadata = metadata
        self.clientToken = clientToken
        self.languages = languages
        self.app = app
        self.fonts = fonts
    }

    /// The message `configure`.
    public func message(resume: String?) -> String {
        var members: [String: JSONValue] = [
            "verify": .integer(Int64(Bridge.version)),
            "type": .string("configure"),
            "metadata": metadata.value,
            "keepsResume": .bool(true),
            "app": .object([
                "platform": .string("ios"),
                "version": .string(app.version),
                "model": .string(app.model),
                "osVersion": .string(app.osVersion),
            ]),
        ]
        if let clientToken = clientToken { members["clientToken"] = .string(clientToken) }
        if !languages.isEmpty { members["languages"] = .array(languages.map(JSONValue.string)) }
        var files: [String: JSONValue] = [:]
        if let regular = fonts.regular { files["regular"] = .string(regular.base64EncodedString()) }
        if let bold = fonts.bold { files["bold"] = .string(bold.base64EncodedString()) }
        if !files.isEmpty { members["fonts"] = .object(files) }
        if let resume = resume { members["resume"] = .string(resume) }
        return JSONValue.object(members).text
    }
}
