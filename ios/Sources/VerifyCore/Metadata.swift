import Foundation

/// Metadata of a verification. The service stores it unchanged and uses some keys.
public struct Metadata: Equatable {
    /// Why the service would refuse the metadata: a JSON pointer and a code of its table.
    public struct Fault: Error, Equatable {
        public let pointer: String
        public let code: String
        public let reason: String

        /// For the console of the app's developers.
        public var line: String { "metadata\(pointer) \(reason) (\(code))" }
    }

    public static let mostBytes = 16_384
    public static let mostLevels = 8
    /// The languages of the flow.
    public static let languages = ["en", "es", "fr", "pt", "ru", "tr", "de", "it", "pl", "th"]

    public let value: JSONValue

    /// - Throws: `Fault`, the first one in the order of the keys.
    public init(_ dictionary: [String: Any]) throws {
        do {
            value = try JSONValue(dictionary)
        } catch let refusal as JSONValue.Refusal {
            let tooDeep = refusal.reason.contains("deep")
            throw Fault(
                pointer: tooDeep ? "" : refusal.pointer,
                code: tooDeep ? "metadata.too_deep" : "metadata.not_json",
                reason: refusal.reason
            )
        }
        if let fault = Metadata.faults(of: value).first { throw fault }
    }

    /// Text values of the reserved keys.
    public subscript(key: String) -> String? {
        guard case .object(let members) = value, case .string(let text)? = members[key] else { return nil }
        return text
    }

    static func faults(of value: JSONValue) -> [Fault] {
        guard value.levels <= mostLevels else {
            return [Fault(pointer: "", code: "metadata.too_deep", reason: "is nested over \(mostLevels) levels")]
        }
        guard value.bytesInJavaScript <= mostBytes else {
            return [Fault(pointer: "", code: "metadata.too_large", reason: "is over \(mostBytes) bytes of JSON")]
        }
        guard case .object(let members) = value else { return [] }
        return rules.compactMap { rule in
            guard let value = members[rule.key] else { return nil }
            if case .string(let text) = value, rule.holds(text) { return nil }
            return Fault(pointer: "/\(rule.key)", code: rule.code, reason: "must be \(rule.wanted)")
        }
    }

    private struct Rule {
        let key: String
        let code: String
        let wanted: String
        let holds: (String) -> Bool
    }

    private static let rules: [Rule] = [
        Rule(key: "buttonColor", code: "metadata.not_a_colour", wanted: "a colour such as #1A2B3C", holds: isColour),
        Rule(key: "buttonTextColor", code: "metadata.not_a_colour", wanted: "a colour such as #1A2B3C", holds: isColour),
        Rule(
            key: "fixedLanguage", code: "metadata.unknown_language",
            wanted: "one of \(languages.joined(separator: " "))", holds: languages.contains
        ),
        Rule(key: "regularFont", code: "metadata.not_a_font", wanted: fontWanted, holds: isFont),
        Rule(key: "boldFont", code: "metadata.not_a_font", wanted: fontWanted, holds: isFont),
        Rule(
            key: "identityId", code: "metadata.not_an_identity_id", wanted: "an identity id",
            holds: { isId($0, prefix: "idn") }
        ),
        Rule(
            key: "encryptionConfigurationId", code: "metadata.not_an_encryption_configuration_id",
            wanted: "the id of an encryption configuration", holds: { isId($0, prefix: "enc") }
        ),
    ]

    private static let fontWanted = "the name of a .ttf or .otf file or an https URL"

    private static func isColour(_ text: String) -> Bool { matches(text, "#[0-9A-Fa-f]{6}") }

    private static func isFont(_ text: String) -> Bool {
        guard text.utf16.count <= 2048 else { return false }
        if isFontFile(text) { return true }
        guard let url = URL(string: text), url.scheme?.lowercased() == "https" else { return false }
        return !(url.host ?? "").isEmpty
    }

    /// The name of a file in the app's bundle, without any path.
    public static func isFontFile(_ text: String) -> Bool {
        matches(text, "[A-Za-z0-9_][A-Za-z0-9_ .()-]*\\.([tT][tT][fF]|[oO][tT][fF])")
    }
}

/// Whether the whole text matches. `$` alone would allow a line break at the end.
func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: "\\A(?:\(pattern))\\z", options: .regularExpression) != nil
}

/// A typed id: a prefix and 26 characters of base32.
func isId(_ text: String, prefix: String) -> Bool {
    matches(text, "\(prefix)_[0-7][0-9a-hjkmnp-tv-z]{25}")
}
