import Foundation
import XCTest
@testable import VerifyCore

final class RequestTests: XCTestCase {
    private func request(
        base: String? = "https://verify.example", metadata: [String: Any] = [:], clientToken: String? = nil
    ) throws -> Request {
        try Request(
            base: base.flatMap(URL.init(string:)), clientId: clientId, flowId: flowId, metadata: metadata, clientToken: clientToken
        )
    }

    func testARequestNamesEverythingThatIsWrong() {
        XCTAssertThrowsError(try request(base: nil, metadata: ["a": Date()])) { error in
            XCTAssertEqual((error as? Request.Fault)?.lines.count, 2)
        }
    }

    func testTheKeyTellsRequestsApart() throws {
        let keys = try [
            request(), request(base: "https://other.example"), request(metadata: ["a": 1]), request(metadata: ["a": "1"]),
            request(clientToken: "t"),
        ].map(\.key)
        XCTAssertEqual(Set(keys).count, keys.count)
        XCTAssertEqual(try request(metadata: ["a": 1, "b": 2]).key, try request(metadata: ["b": 2, "a": 1]).key)
    }

    func testMissingUsageDescriptionsAreNamed() {
        XCTAssertEqual(UsageDescriptions.missing(in: [:]).count, 6)
        var info = Dictionary(uniqueKeysWithValues: UsageDescriptions.keys.map { ($0, "To verify you" as Any) })
        XCTAssertEqual(UsageDescriptions.missing(in: info), [])
        info["NSCameraUsageDescription"] = ""
        XCTAssertEqual(UsageDescriptions.missing(in: info), ["NSCameraUsageDescription"])
    }

    func testOriginsAreComparedAsBrowsersDo() throws {
        let ours = try XCTUnwrap(Origin(URL(string: "https://Verify.example")))
        XCTAssertEqual(ours, Origin(scheme: "https", host: "verify.example", port: 0))
        XCTAssertEqual(ours, Origin(scheme: "HTTPS", host: "verify.example", port: 443))
        for other in ["http://verify.example", "https://verify.example.evil.example", "https://verify.example:444", "https://evil.example"] {
            XCTAssertNotEqual(ours, Origin(URL(string: other)))
        }
        XCTAssertNil(Origin(URL(string: "about:blank")))
    }

    func testTextsExistInTenLanguagesAndFollowTheOrderOfTheFlow() {
        for language in Metadata.languages {
            let texts = FaultTexts(code: "network.offline", fixedLanguage: language, languages: ["xx"])
            for text in [texts.title, texts.text, texts.tryAgain, texts.close, texts.loading] {
                XCTAssertFalse(text.isEmpty || text.contains("."  + "title"), language)
            }
        }
        func close(_ fixed: String?, _ languages: [String]) -> String {
            FaultTexts(code: "sdk.failed", fixedLanguage: fixed, languages: languages).close
        }
        XCTAssertEqual(close("de", ["fr-FR"]), close(nil, ["de_AT"]))
        XCTAssertEqual(close(nil, ["xx", "fr-CA"]), close("fr", []))
        XCTAssertEqual(close(nil, []), close("en", []))
    }

    func testListenersAreThoseOfTheCallAndOnlyWhileTheyLive() {
        final class Listener {}
        let listeners = Listeners()
        XCTAssertTrue(listeners.isEmpty)
        var delegate: Listener? = Listener()
        let observer = Listener()
        listeners.delegate = delegate
        listeners.add(observer)
        listeners.add(observer)
        let captured = listeners.capture()
        let late = Listener()
        listeners.delegate = late
        XCTAssertEqual(captured.living.count, 2)
        XCTAssertTrue(captured.living.first === delegate)
        delegate = nil
        XCTAssertEqual(captured.living.count, 1)
        listeners.remove(observer)
        XCTAssertEqual(listeners.capture().living.count, 1)
    }
}
