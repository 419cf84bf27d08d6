import Foundation
import XCTest
@testable import VerifyCore

/// The file that the page's tests read as well.
enum Vectors {
    static func all() throws -> [String: Any] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent("../../Vectors/vectors.json").standardizedFileURL
        let read = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try XCTUnwrap(read as? [String: Any])
    }

    static func list(_ name: String) throws -> [[String: Any]] {
        let list = try XCTUnwrap(all()[name] as? [[String: Any]])
        XCTAssertFalse(list.isEmpty)
        return list
    }
}

extension Dictionary where Key == String, Value == Any {
    func text(_ key: String) -> String? { self[key] as? String }

    func object(_ key: String) -> [String: Any]? { self[key] as? [String: Any] }
}

let clientId = "cli_01m84eb0k7fk2bw20tjezptjc0"
let flowId = "flw_01m84eb6k4fk2bw21ykwm43ssc"
let ids = VerificationIds(identityId: "idn_01m84eb6k4fk2bw21ykwm43ssc", verificationId: "ver_01m84eb6k4fk2bw21ykwm43ssc")
