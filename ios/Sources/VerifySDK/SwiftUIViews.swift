#if canImport(SwiftUI) && canImport(UIKit)
import SwiftUI
import UIKit

/// Put it anywhere into the view hierarchy. It draws nothing and reports how flows end.
///
/// ```swift
/// VerifyDelegateObserver(success: { identityId, verificationId in … }, cancelled: { … })
/// ```
public struct VerifyDelegateObserver: UIViewRepresentable {
    private let success: (String?, String?) -> Void
    private let cancelled: () -> Void

    /// - Parameters:
    ///   - success: called with the ids of the identity and the verification when the person has submitted everything.
    ///   - cancelled: called when the person left, or the flow could not continue.
    public init(success: @escaping (String?, String?) -> Void, cancelled: @escaping () -> Void) {
        self.success = success
        self.cancelled = cancelled
    }

    /// Exists as long as the view is in the hierarchy.
    public final class Coordinator {
        let observer: ResultObserver

        init(_ observer: ResultObserver) {
            self.observer = observer
            VerifyButtonResult.shared.listeners.add(observer)
        }
    }

    public func makeCoordinator() -> Coordinator {
        Coordinator(ResultObserver(success: success, cancelled: cancelled))
    }

    public func makeUIView(context: Context) -> UIView {
        let view = UIView(frame: .zero)
        view.isHidden = true
        return view
    }

    public func updateUIView(_ view: UIView, context: Context) {
        context.coordinator.observer.success = success
        context.coordinator.observer.cancelled = cancelled
    }
}

/// A button that shows the flow. In UIKit: ``VerifyUIButton``.
public struct VerifyButton: View {
    private let title: String
    private let clientId: String
    private let flowId: String
    private let metadata: [String: Any]

    /// - Parameters:
    ///   - title: the label.
    ///   - clientId: the id of your client.
    ///   - flowId: the id of a published flow.
    ///   - metadata: JSON values, stored with the verification.
    public init(_ title: String = "Verify me", clientId: String, flowId: String, metadata: [String: Any] = [:]) {
        self.title = title
        self.clientId = clientId
        self.flowId = flowId
        self.metadata = metadata
    }

    public var body: some View {
        Button(title) {
            Verify.shared.showVerifyFlow(clientId: clientId, flowId: flowId, metadata: metadata)
        }
    }
}
#endif
