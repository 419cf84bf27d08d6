import Foundation

/// A JSON value. Unlike `Any`, it can be compared and always written.
public enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Why a value cannot be written as JSON: a JSON pointer to it, and what it is.
    public struct Refusal: Error, Equatable {
        public let pointer: String
        public let reason: String
    }

    /// Deeper values are refused before they are traversed completely.
    static let deepest = 32
    /// The largest whole number that JavaScript stores exactly; a larger one would arrive changed.
    static let largestExactInteger: Int64 = 9_007_199_254_740_991

    /// Accepts the values that Swift and Objective-C apps put into dictionaries.
    /// - Throws: `Refusal` for dates, data, colours, NaN and every other value that JSON cannot represent.
    public init(_ value: Any, pointer: String = "", level: Int = 0) throws {
        guard level <= JSONValue.deepest else { throw Refusal(pointer: pointer, reason: "is nested too deeply") }
        if let plain = try JSONValue.plain(value, pointer: pointer) {
            self = plain
        } else if let list = value as? [Any] {
            self = .array(try list.enumerated().map { index, item in
                try JSONValue(item, pointer: "\(pointer)/\(index)", level: level + 1)
            })
        } else if let object = value as? [String: Any] {
            var members: [String: JSONValue] = [:]
            for (key, item) in object {
                members[key] = try JSONValue(item, pointer: "\(pointer)/\(key)", level: level + 1)
            }
            self = .object(members)
        } else {
            throw Refusal(pointer: pointer, reason: "is a \(type(of: value)), which is not JSON")
        }
    }

    private static func plain(_ value: Any, pointer: String) throws -> JSONValue? {
        // Swift's own numbers by their exact type first: on Apple systems they are NSNumbers as well, and 1 would be true.
        switch value {
        case let value as JSONValue: return value
        case is NSNull: return .null
        case let value as String: return .string(value)
        default: break
        }
        if isNative(value, as: Bool.self), let value = value as? Bool { return .bool(value) }
        if let value = value as? any BinaryInteger { return try integer(value, pointer: pointer) }
        if isNative(value, as: Float.self), let value = value as? Float {
            return try number(Double("\(value)") ?? Double(value), pointer: pointer)
        }
        if isNative(value, as: Double.self), let value = value as? Double { return try number(value, pointer: pointer) }
        if let value = value as? NSNumber { return try number(value, pointer: pointer) }
        // An optional in a dictionary of `Any`: nothing is null.
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.isEmpty ? .null : nil
    }

    private static func isNative<Value>(_ value: Any, as type: Value.Type) -> Bool {
        Swift.type(of: value) == type
    }

    private static func integer(_ value: any BinaryInteger, pointer: String) throws -> JSONValue {
        guard let exact = Int64(exactly: value), abs(exact) <= largestExactInteger else {
            throw Refusal(pointer: pointer, reason: "is a whole number above 2^53, which JavaScript would change: send it as text")
        }
        return .integer(exact)
    }

    private static func number(_ value: NSNumber, pointer: String) throws -> JSONValue {
        switch String(cString: value.objCType) {
        case "c" where value.int8Value == 0 || value.int8Value == 1, "B": return .bool(value.boolValue)
        case "f", "d": return try number(value.doubleValue, pointer: pointer)
        case "Q": return try integer(value.uint64Value, pointer: pointer)
        default: return try integer(value.int64Value, pointer: pointer)
        }
    }

    private static func number(_ value: Double, pointer: String) throws -> JSONValue {
        guard value.isFinite else { throw Refusal(pointer: pointer, reason: "is no finite number") }
        // As JavaScript writes it: 2.0 is 2.
        if let exact = Int64(exactly: value), abs(exact) <= largestExactInteger { return .integer(exact) }
        return .number(value)
    }
}
