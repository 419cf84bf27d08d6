#if canImport(UIKit)
import UIKit
#if canImport(VerifyCore)
import VerifyCore
#endif

/// Where the service runs, and what one verification needs beyond its ids.
@objc(VerifyConfiguration)
public final class VerifyConfiguration: NSObject {
    /// The origin of the service, such as `https://verify.example`. Default: `VerifyBaseURL` in Info.plist.
    @objc public var baseURL: URL?
    /// From `POST /v2/verifications`: attaches the next flow to the verification that your backend started. Used once.
    @objc public var clientToken: String?
}

/// The entry point: `Verify.shared.showVerifyFlow(clientId:flowId:metadata:)`.
@objc(Verify)
public final class Verify: NSObject {
    /// The shared instance.
    @objc public static let shared = Verify()
    /// The version of this package.
    @objc public static let version = "1.0.0"

    /// Set it before the first flow, or put `VerifyBaseURL` into Info.plist.
    @objc public var configuration = VerifyConfiguration()

    private var shown: FlowViewController?

    override private init() {
        super.init()
    }

    /// Shows the flow full screen, over the topmost view controller.
    ///
    /// Set `VerifyButtonResult.shared.delegate` first. It is called after the screens have been dismissed. A second call
    /// while a flow is shown does nothing. Call it on the main thread.
    /// - Parameters:
    ///   - clientId: the id of your client, from the dashboard.
    ///   - flowId: the id of a published flow.
    ///   - metadata: JSON values, stored with the verification. Reserved keys: `buttonColor`, `buttonTextColor`,
    ///     `fixedLanguage`, `regularFont`, `boldFont`, `identityId`, `encryptionConfigurationId`.
    @objc(showVerifyFlowWithClientId:flowId:metadata:)
    public func showVerifyFlow(clientId: String, flowId: String, metadata: [String: Any] = [:]) {
        guard shown == nil else { return Log.say("a flow is shown already: this call does nothing") }
        let listeners = VerifyButtonResult.shared.listeners
        if listeners.isEmpty {
            Log.say("set VerifyButtonResult.shared.delegate before showVerifyFlow, or nobody hears how it ended")
        }
        let captured = listeners.capture()
        warnOfMissingKeys()
        do {
            let request = try Request(
                base: configuration.baseURL ?? baseURLOfInfoPlist(),
                clientId: clientId, flowId: flowId, metadata: metadata, clientToken: configuration.clientToken
            )
            configuration.clientToken = nil
            try present(request, for: captured)
        } catch {
            for line in (error as? Request.Fault)?.lines ?? ["there is no view controller to present over"] { Log.say(line) }
            VerifyButtonResult.tell(.cancelled(VerificationIds()), to: captured)
        }
    }

    private func present(_ request: Request, for listeners: Listeners.Captured) throws {
        guard let top = TopViewController.find() else { throw NothingToPresentOver() }
        let controller = FlowViewController(request: request) { [weak self] outcome in
            self?.shown = nil
            VerifyButtonResult.tell(outcome, to: listeners)
        }
        shown = controller
        controller.modalPresentationStyle = .fullScreen
        top.present(controller, animated: true, completion: nil)
    }

    private struct NothingToPresentOver: Error {}

    private func baseURLOfInfoPlist() -> URL? {
        (Bundle.main.object(forInfoDictionaryKey: "VerifyBaseURL") as? String).flatMap { URL(string: $0) }
    }

    private func warnOfMissingKeys() {
        #if DEBUG
        for key in UsageDescriptions.missing(in: Bundle.main.infoDictionary ?? [:]) {
            Log.say("Info.plist lacks \(key): iOS ends the app, or refuses, where a step needs it")
        }
        #endif
    }
}

/// Log lines for the developers of the app. They contain no personal data and no token.
enum Log {
    static func say(_ line: String) {
        NSLog("%@", "Verify: \(line)")
    }
}
#endif
