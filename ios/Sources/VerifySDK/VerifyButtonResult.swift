#if canImport(UIKit)
import Foundation
#if canImport(VerifyCore)
import VerifyCore
#endif

/// Gets the end of a flow. Confirm every result from your backend: a device can be made to say anything.
@objc(VerifyButtonResultDelegate)
public protocol VerifyButtonResultDelegate: AnyObject {
    /// The person has submitted everything. This is not a verdict.
    func verificationSuccess(identityId: String?, verificationID: String?)
    /// The person left, or the flow could not continue. Both ids are missing if it ended before a verification existed.
    func verificationCancelled(identityId: String?, verificationId: String?)
}

/// Registers the delegate and the observers that get the end of a flow.
@objc(VerifyButtonResult)
public final class VerifyButtonResult: NSObject {
    /// The shared instance.
    @objc public static let shared = VerifyButtonResult()

    let listeners = Listeners()

    override private init() {
        super.init()
    }

    /// Held weakly. Set it before you show the flow; it is called if it still exists at the end.
    @objc public weak var delegate: VerifyButtonResultDelegate? {
        get { listeners.delegate as? VerifyButtonResultDelegate }
        set { listeners.delegate = newValue }
    }

    static func tell(_ outcome: Outcome, to captured: Listeners.Captured) {
        for listener in captured.living {
            switch outcome {
            case .success(let ids):
                (listener as? VerifyButtonResultDelegate)?
                    .verificationSuccess(identityId: ids.identityId, verificationID: ids.verificationId)
                (listener as? ResultObserver)?.success(ids.identityId, ids.verificationId)
            case .cancelled(let ids):
                (listener as? VerifyButtonResultDelegate)?
                    .verificationCancelled(identityId: ids.identityId, verificationId: ids.verificationId)
                (listener as? ResultObserver)?.cancelled()
            case .handedOver:
                Log.say("the person continues on another device: your webhook says how that ends")
                return
            }
        }
    }
}

/// An observer made of two closures.
final class ResultObserver {
    var success: (String?, String?) -> Void
    var cancelled: () -> Void

    init(success: @escaping (String?, String?) -> Void, cancelled: @escaping () -> Void) {
        self.success = success
        self.cancelled = cancelled
    }
}
#endif
