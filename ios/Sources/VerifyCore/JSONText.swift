extension JSONValue {
    /// Compact JSON in ASCII with sorted keys. None of its characters can end a JavaScript string, a line or a tag.
    public var text: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .number(let value): return String(value)
        case .string(let value): return JSONValue.quoted(value)
        case .array(let items): return "[" + items.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            let sorted = members.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
            return "{" + sorted.map { JSONValue.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
        }
    }

    /// The number of bytes of the compact JSON in UTF-8 as JavaScript writes it; the service counts these.
    var bytesInJavaScript: Int {
        switch self {
        case .string(let value): return JSONValue.bytesOfText(value)
        case .array(let items):
            return items.reduce(2 + max(0, items.count - 1)) { $0 + $1.bytesInJavaScript }
        case .object(let members):
            return members.reduce(2 + max(0, members.count - 1)) { sum, member in
                sum + JSONValue.bytesOfText(member.key) + 1 + member.value.bytesInJavaScript
            }
        case .null, .bool, .integer, .number: return text.utf8.count
        }
    }

    /// The levels of nested objects and arrays; a plain value has none.
    var levels: Int {
        switch self {
        case .array(let items): return 1 + (items.map(\.levels).max() ?? 0)
        case .object(let members): return 1 + (members.values.map(\.levels).max() ?? 0)
        case .null, .bool, .integer, .number, .string: return 0
        }
    }

    static func quoted(_ value: String) -> String {
        var text = "\""
        for unit in value.utf16 {
            switch unit {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x0A: text += "\\n"
            case 0x20..<0x7F where !neverPlain.contains(unit): text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default: text += "\\u" + padded(String(unit, radix: 16))
            }
        }
        return text + "\""
    }

    /// `<`, `>`, `&` and `'`, which a page could take for markup.
    private static let neverPlain: Set<UInt16> = [0x3C, 0x3E, 0x26, 0x27]

    private static func padded(_ digits: String) -> String {
        String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func bytesOfText(_ value: String) -> Int {
        value.unicodeScalars.reduce(2) { sum, scalar in
            switch scalar.value {
            case 0x22, 0x5C, 0x08, 0x09, 0x0A, 0x0C, 0x0D: return sum + 2
            case 0..<0x20: return sum + 6
            case 0..<0x80: return sum + 1
            case 0..<0x800: return sum + 2
            case 0..<0x10000: return sum + 3
            default: return sum + 4
            }
        }
    }
}
