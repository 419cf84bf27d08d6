import Foundation
import XCTest
@testable import VerifyCore

final class PresentationTests: XCTestCase {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func request(_ metadata: [String: Any] = [:]) throws -> Request {
        try Request(
            base: URL(string: "https://verify.example"), clientId: clientId, flowId: flowId, metadata: metadata, clientToken: nil
        )
    }

    private func presentation(kept: KeptSession? = nil) throws -> Presentation {
        let request = try request()
        let configuration = Configuration(
            metadata: request.metadata, clientToken: nil, languages: ["en"],
            app: .init(version: "1.0.0", model: "m", osVersion: "18"), fonts: .init()
        )
        return Presentation(address: request.address, configuration: configuration, kept: kept, now: now)
    }

    /// Runs events and collects what is to be done, logs aside.
    private func run(_ presentation: inout Presentation, _ events: [Presentation.Event]) -> [Presentation.Effect] {
        events.flatMap { presentation.handle($0) }.filter {
            if case .log = $0 { return false }
            return true
        }
    }

    private func started(_ presentation: inout Presentation) {
        _ = run(&presentation, [.began, .said(.ready(oldest: 1)), .said(.started(ids, resume: "r1"))])
    }

    private func scripts(_ effects: [Presentation.Effect]) -> [String] {
        effects.compactMap { effect in
            if case .run(let script) = effect { return script }
            return nil
        }
    }

    func testAFlowIsLoadedConfiguredAndEndsWithBothIdsOnce() throws {
        var flow = try presentation()
        XCTAssertEqual(run(&flow, [.began]), [.showWaiting, .load(flow.address.url, number: 1)])
        let configured = run(&flow, [.said(.ready(oldest: 1))])
        XCTAssertEqual(scripts(configured).count, 1)
        XCTAssertEqual(configured.last, .showPage)
        XCTAssertEqual(run(&flow, [.said(.started(ids, resume: "r1"))]), [.keep(resume: "r1")])
        XCTAssertEqual(run(&flow, [.said(.finished(ids))]), [.forget])
        XCTAssertEqual(run(&flow, [.said(.closed)]), [.dismiss])
        XCTAssertEqual(run(&flow, [.dismissed]), [.tell(.success(ids))])
        XCTAssertEqual(run(&flow, [.dismissed, .said(.finished(ids)), .closePressed, .retried]), [])
    }

    func testTheCallbackComesAfterTheScreensAreGone() throws {
        var flow = try presentation()
        started(&flow)
        let effects = run(&flow, [.said(.finished(ids)), .said(.closed)])
        XCTAssertFalse(effects.contains(.tell(.success(ids))))
    }

    func testTheFirstEndCounts() throws {
        var flow = try presentation()
        started(&flow)
        let effects = run(&flow, [.said(.finished(ids)), .said(.cancelled(ids)), .said(.failed(code: "a.b", ids)), .said(.closed), .dismissed])
        XCTAssertEqual(effects.last, .tell(.success(ids)))
        XCTAssertEqual(effects.filter { $0 == .forget }.count, 1)
    }

    func testAPersonWhoLeavesIsToldWithTheIdsThatAreKnown() throws {
        var flow = try presentation()
        started(&flow)
        let none = VerificationIds()
        let effects = run(&flow, [.said(.cancelled(none)), .said(.closed), .dismissed])
        XCTAssertEqual(effects, [.forget, .dismiss, .tell(.cancelled(ids))])
    }

    func testAnEndBeforeAnyVerificationHasNoIds() throws {
        var flow = try presentation()
        _ = run(&flow, [.began, .loadFailed(code: "network.offline")])
        XCTAssertEqual(run(&flow, [.closePressed, .dismissed]), [.forget, .dismiss, .tell(.cancelled(VerificationIds()))])
    }

    func testAScreenThatEndsTheFlowCancels() throws {
        var flow = try presentation()
        _ = run(&flow, [.began, .said(.ready(oldest: 1))])
        let effects = run(&flow, [.said(.failed(code: "session.ip_restricted", VerificationIds())), .said(.closed), .dismissed])
        XCTAssertEqual(effects.last, .tell(.cancelled(VerificationIds())))
    }

    func testAFlowThatContinuesElsewhereIsNeitherSuccessNorCancellation() throws {
        var flow = try presentation()
        started(&flow)
        let effects = run(&flow, [.said(.failed(code: "session.replaced", ids)), .said(.closed), .dismissed])
        XCTAssertEqual(effects, [.forget, .dismiss, .tell(.handedOver)])
    }

    func testScreensThatVanishWithoutAWordCancel() throws {
        var flow = try presentation()
        started(&flow)
        XCTAssertEqual(run(&flow, [.dismissed]), [.forget, .tell(.cancelled(ids))])
    }

    func testALostNetworkIsShownAndTriedAgainLaterAndLater() throws {
        var flow = try presentation()
        _ = run(&flow, [.began])
        for seconds in [2, 4, 8, 16, 30, 30] {
            XCTAssertEqual(
                run(&flow, [.loadFailed(code: "network.offline")]),
                [.showFault(code: "network.offline", retryAfterSeconds: seconds)]
            )
            XCTAssertEqual(run(&flow, [.retried]).first, .showWaiting)
        }
        // It is back: the next loss begins from zero.
        _ = run(&flow, [.said(.ready(oldest: 1))])
        XCTAssertEqual(
            run(&flow, [.loadFailed(code: "network.offline")]), [.showFault(code: "network.offline", retryAfterSeconds: 2)]
        )
    }

    func testAPageThatNeverGetsReadyEndsInAScreenWithACode() throws {
        var flow = try presentation()
        _ = run(&flow, [.began])
        XCTAssertEqual(run(&flow, [.waitedTooLong(load: 1)]), [.showFault(code: "wait.too_long", retryAfterSeconds: nil)])
        // The clock of an earlier load says nothing about this one, and a page that is ready does not wait.
        _ = run(&flow, [.retried])
        XCTAssertEqual(run(&flow, [.waitedTooLong(load: 1)]), [])
        _ = run(&flow, [.said(.ready(oldest: 1))])
        XCTAssertEqual(run(&flow, [.waitedTooLong(load: 2)]), [])
    }

    func testAKilledWebProcessContinuesWithTheSession() throws {
        var flow = try presentation()
        started(&flow)
        XCTAssertEqual(run(&flow, [.webProcessEnded(at: now)]), [.showWaiting, .load(flow.address.url, number: 2)])
        let script = try XCTUnwrap(scripts(run(&flow, [.said(.ready(oldest: 1))])).first)
        XCTAssertTrue(script.contains(#"\"resume\":\"r1\""#), script)
    }

    func testAWebProcessThatEndsAgainAndAgainEndsInAScreen() throws {
        var flow = try presentation()
        started(&flow)
        for second in 0..<3 {
            XCTAssertEqual(run(&flow, [.webProcessEnded(at: now.addingTimeInterval(Double(second)))]).first, .showWaiting)
        }
        XCTAssertEqual(
            run(&flow, [.webProcessEnded(at: now.addingTimeInterval(3))]),
            [.showFault(code: "sdk.failed", retryAfterSeconds: nil)]
        )
        XCTAssertEqual(run(&flow, [.webProcessEnded(at: now.addingTimeInterval(120))]).first, .showWaiting)
    }

    func testAKeptSessionIsGivenToThePageAndAnOldOneIsNot() throws {
        func firstScript(_ savedAt: Date) throws -> String {
            var flow = try presentation(kept: KeptSession(resume: "kept", savedAt: savedAt))
            return try XCTUnwrap(scripts(run(&flow, [.began, .said(.ready(oldest: 1))])).first)
        }
        XCTAssertTrue(try firstScript(now.addingTimeInterval(-60)).contains("kept\\\""))
        XCTAssertFalse(try firstScript(now.addingTimeInterval(-25 * 3600)).contains("kept\\\""))
        XCTAssertFalse(try firstScript(now.addingTimeInterval(60)).contains("kept\\\""))
    }

    func testAfterTheEndNothingOfTheSessionIsGivenAgain() throws {
        var flow = try presentation()
        started(&flow)
        _ = run(&flow, [.said(.finished(ids)), .webProcessEnded(at: now)])
        let script = try XCTUnwrap(scripts(run(&flow, [.said(.ready(oldest: 1))])).first)
        XCTAssertFalse(script.contains("r1"))
    }

    func testAServiceThatIsTooNewEndsInAScreen() throws {
        var flow = try presentation()
        XCTAssertEqual(
            run(&flow, [.began, .said(.ready(oldest: 2))]).last, .showFault(code: "sdk.failed", retryAfterSeconds: nil)
        )
    }

    func testAnAddressIsOpenedOutside() throws {
        var flow = try presentation()
        started(&flow)
        let url = try XCTUnwrap(URL(string: "https://verify.example/verify/continue"))
        XCTAssertEqual(run(&flow, [.said(.open(url))]), [.open(url)])
    }

    func testWhateverHappensInWhateverOrderThereIsOneEnd() throws {
        let url = try XCTUnwrap(URL(string: "https://verify.example/"))
        let all: [Presentation.Event] = [
            .began, .retried, .said(.ready(oldest: 1)), .said(.started(ids, resume: "r")), .said(.finished(ids)),
            .said(.cancelled(ids)), .said(.failed(code: "a.b", ids)), .said(.open(url)), .said(.closed),
            .loadFailed(code: "network.offline"), .waitedTooLong(load: 1), .webProcessEnded(at: now), .closePressed, .dismissed,
        ]
        var seed: UInt64 = 7
        for _ in 0..<2_000 {
            var flow = try presentation()
            var effects: [Presentation.Effect] = []
            for _ in 0..<20 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                effects += flow.handle(all[Int(seed >> 33) % all.count])
            }
            effects += flow.handle(.dismissed)
            let tellings = effects.filter { if case .tell = $0 { return true } else { return false } }
            XCTAssertEqual(tellings.count, 1)
            XCTAssertEqual(effects.filter { $0 == .forget }.count, 1)
            XCTAssertLessThanOrEqual(effects.filter { $0 == .dismiss }.count, 1)
            let keptAfterEnd = effects.drop { $0 != .forget }.contains { if case .keep = $0 { return true } else { return false } }
            XCTAssertFalse(keptAfterEnd, "a session was kept after its end")
        }
    }
}
