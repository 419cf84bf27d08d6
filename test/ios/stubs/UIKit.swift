// Exactly the names of UIKit that ios/Sources/VerifySDK uses, with Apple's signatures and no bodies: enough to check types on
// Linux. A requirement that Apple's protocols leave optional is required here, so that a misspelt method does not compile.
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import ObjectiveC

open class UIResponder: NSObject {}

open class UIView: UIResponder {
    public init(frame: CGRect) {}
    public required init?(coder: NSCoder) { nil }
    open var frame: CGRect = .zero
    open var bounds: CGRect = .zero
    open var isHidden = false
    open var isOpaque = false
    open var backgroundColor: UIColor?
    open var autoresizingMask: AutoresizingMask = []
    open var translatesAutoresizingMaskIntoConstraints = true
    open var layer: CALayer { CALayer() }
    open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    open var layoutMarginsGuide: UILayoutGuide { UILayoutGuide() }
    open func addSubview(_ view: UIView) {}
    public struct AutoresizingMask: OptionSet {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }
}

open class CALayer: NSObject {
    open var cornerRadius: CGFloat = 0
}

open class NSLayoutConstraint: NSObject {
    public static func activate(_ constraints: [NSLayoutConstraint]) {}
}

open class NSLayoutYAxisAnchor: NSObject {
    public func constraint(equalTo anchor: NSLayoutYAxisAnchor) -> NSLayoutConstraint { NSLayoutConstraint() }
}

open class NSLayoutXAxisAnchor: NSObject {
    public func constraint(equalTo anchor: NSLayoutXAxisAnchor) -> NSLayoutConstraint { NSLayoutConstraint() }
}

open class UILayoutGuide: NSObject {
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

extension UIView {
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

open class UIControl: UIView {
    public struct Event: OptionSet {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 64)
    }
    public struct State: OptionSet {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal: State = []
    }
    open func addTarget(_ target: Any?, action: Selector, for events: Event) {}
}

open class UIButton: UIControl {
    open var contentEdgeInsets = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    open func title(for state: UIControl.State) -> String? { nil }
    open func setTitle(_ title: String?, for state: UIControl.State) {}
    open func setTitleColor(_ color: UIColor?, for state: UIControl.State) {}
}

public struct UIEdgeInsets {
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {}
}

open class UILabel: UIView {
    open var text: String?
    open var font: UIFont!
    open var textColor: UIColor!
    open var textAlignment: NSTextAlignment = .natural
    open var numberOfLines = 1
    open var adjustsFontForContentSizeCategory = false
}

public enum NSTextAlignment { case left, center, right, justified, natural }

open class UIFont: NSObject {
    public struct TextStyle {
        public static let title2 = TextStyle()
        public static let body = TextStyle()
        public static let footnote = TextStyle()
    }
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}

open class UIColor: NSObject {
    public override init() {}
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { self.init() }
    public class var systemBlue: UIColor { UIColor() }
    public class var white: UIColor { UIColor() }
    public class var systemBackground: UIColor { UIColor() }
    public class var secondaryLabel: UIColor { UIColor() }
}

open class UIActivityIndicatorView: UIView {
    public enum Style { case medium, large }
    public init(style: Style) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { nil }
    open func startAnimating() {}
    open func stopAnimating() {}
}

open class UIStackView: UIView {
    public init(arrangedSubviews: [UIView]) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { nil }
    open var axis: NSLayoutConstraint.Axis = .horizontal
    open var spacing: CGFloat = 0
}

extension NSLayoutConstraint {
    public enum Axis { case horizontal, vertical }
}

public enum UIModalPresentationStyle { case fullScreen, pageSheet }

open class UIViewController: UIResponder {
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) { nil }
    open var view: UIView! = UIView(frame: .zero)
    open var modalPresentationStyle: UIModalPresentationStyle = .pageSheet
    open var presentedViewController: UIViewController? { nil }
    open var presentingViewController: UIViewController? { nil }
    open var isBeingDismissed: Bool { false }
    open func viewDidLoad() {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)?) {}
    open func dismiss(animated: Bool, completion: (() -> Void)?) {}
}

open class UIScene: NSObject {
    public enum ActivationState { case unattached, foregroundActive, foregroundInactive, background }
    open var activationState: ActivationState { .background }
}

open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { [] }
}

open class UIWindow: UIView {
    open var isKeyWindow: Bool { false }
    open var rootViewController: UIViewController?
}

open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: Hashable {}
    public class var shared: UIApplication { UIApplication() }
    open var connectedScenes: Set<UIScene> { [] }
    open var windows: [UIWindow] { [] }
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any], completionHandler: ((Bool) -> Void)?) {}
}

open class UIDevice: NSObject {
    public class var current: UIDevice { UIDevice() }
    open var model: String { "" }
    open var systemVersion: String { "" }
}

open class UIScrollView: UIView {
    public enum ContentInsetAdjustmentBehavior { case automatic, scrollableAxes, never, always }
    open var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior = .automatic
}
