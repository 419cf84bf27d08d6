import Foundation
import XCTest
@testable import VerifyCore

final class VectorTests: XCTestCase {
    func testMetadataIsTakenAndRefusedAsTheServiceDoes() throws {
        for vector in try Vectors.list("metadata") {
            let name = vector.text("name") ?? ""
            let metadata = try XCTUnwrap(vector.object("metadata"))
            let wanted = vector.object("fault").map { "\($0.text("pointer") ?? "") \($0.text("code") ?? "")" }
            XCTAssertEqual(fault(of: metadata), wanted, name)
        }
    }

    private func fault(of metadata: [String: Any]) -> String? {
        do {
            _ = try Metadata(metadata)
            return nil
        } catch let fault as Metadata.Fault {
            return "\(fault.pointer) \(fault.code)"
        } catch {
            return "\(error)"
        }
    }

    func testAddressesAreThoseOfThePage() throws {
        for vector in try Vectors.list("addresses") {
            let base = try XCTUnwrap(vector.text("base"))
            let url = URL(string: base).flatMap {
                try? HostedAddress(base: $0, clientId: vector.text("clientId") ?? "", flowId: vector.text("flowId") ?? "")
            }?.url.absoluteString
            XCTAssertEqual(url, vector.text("url"), base)
        }
    }

    func testTheConfigurationIsWrittenExactly() throws {
        let origin = try XCTUnwrap(Origin(URL(string: "https://verify.example")))
        for vector in try Vectors.list("configurations") {
            let name = vector.text("name") ?? ""
            let given = try XCTUnwrap(vector.object("configuration"))
            let app = given.object("app") ?? [:]
            let fonts = given.object("fonts") ?? [:]
            let configuration = Configuration(
                metadata: try Metadata(given.object("metadata") ?? [:]),
                clientToken: given.text("clientToken"),
                languages: given["languages"] as? [String] ?? [],
                app: .init(version: app.text("version") ?? "", model: app.text("model") ?? "", osVersion: app.text("osVersion") ?? ""),
                fonts: .init(
                    regular: fonts.text("regular").flatMap { Data(base64Encoded: $0) },
                    bold: fonts.text("bold").flatMap { Data(base64Encoded: $0) }
                )
            )
            let message = configuration.message(resume: given.text("resume"))
            XCTAssertEqual(message, vector.text("message"), name)
            XCTAssertEqual(Bridge.script(for: message, origin: origin), vector.text("script"), name)
        }
    }

    func testMessagesOfThePageAreUnderstood() throws {
        for vector in try Vectors.list("pageMessages") {
            XCTAssertEqual(try message(of: vector), try wanted(vector), "\(vector)")
        }
    }

    func testWhatIsNoMessageIsIgnored() throws {
        for vector in try Vectors.list("hostilePageMessages") {
            XCTAssertEqual(try message(of: vector), try wanted(vector), "\(vector)")
        }
    }

    private func message(of vector: [String: Any]) throws -> PageMessage? {
        PageMessage(vector["body"] ?? NSNull())
    }

    private func wanted(_ vector: [String: Any]) throws -> PageMessage? {
        guard let read = vector.object("read") else { return nil }
        let ids = VerificationIds(identityId: read.text("identityId"), verificationId: read.text("verificationId"))
        switch read.text("type") {
        case "ready": return .ready(oldest: read["oldest"] as? Int ?? 0)
        case "started": return .started(ids, resume: read.text("resume"))
        case "finished": return .finished(ids)
        case "cancelled": return .cancelled(ids)
        case "failed": return .failed(code: try XCTUnwrap(read.text("code")), ids)
        case "open": return .open(try XCTUnwrap(URL(string: try XCTUnwrap(read.text("url")))))
        case "closed": return .closed
        default: throw Refused()
        }
    }

    private struct Refused: Error {}
}
