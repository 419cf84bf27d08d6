#if canImport(UIKit)
import UIKit

/// A button that shows the flow: `VerifyButton` in Objective-C and in storyboards, `VerifyUIButton` in Swift, where
/// ``VerifyButton`` is the SwiftUI view.
@objc(VerifyButton)
public final class VerifyUIButton: UIButton {
    /// The id of your client.
    @objc public var clientId = ""
    /// The id of a published flow.
    @objc public var flowId = ""
    /// JSON values, stored with the verification.
    @objc public var metadata: [String: Any] = [:] {
        didSet { applyColours() }
    }

    override public init(frame: CGRect) {
        super.init(frame: frame)
        prepare()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        prepare()
    }

    private func prepare() {
        if (title(for: .normal) ?? "").isEmpty { setTitle("Verify me", for: .normal) }
        layer.cornerRadius = 12
        contentEdgeInsets = UIEdgeInsets(top: 12, left: 24, bottom: 12, right: 24)
        addTarget(self, action: #selector(show), for: .touchUpInside)
        applyColours()
    }

    private func applyColours() {
        backgroundColor = UIColor(hex: metadata["buttonColor"]) ?? .systemBlue
        setTitleColor(UIColor(hex: metadata["buttonTextColor"]) ?? .white, for: .normal)
    }

    @objc private func show() {
        Verify.shared.showVerifyFlow(clientId: clientId, flowId: flowId, metadata: metadata)
    }
}

extension UIColor {
    /// `#RRGGBB`. Nil for everything else.
    convenience init?(hex value: Any?) {
        guard let text = value as? String, text.hasPrefix("#"), text.utf8.count == 7,
              let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        func part(_ shift: UInt32) -> CGFloat { CGFloat((number >> shift) & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: 1)
    }
}
#endif
