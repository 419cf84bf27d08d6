// Exactly the names of WebKit that ios/Sources/VerifySDK uses. See UIKit.swift.
@_exported import UIKit

open class WKWebView: UIView {
    public init(frame: CGRect, configuration: WKWebViewConfiguration) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    open var configuration: WKWebViewConfiguration { WKWebViewConfiguration() }
    open weak var navigationDelegate: WKNavigationDelegate?
    open weak var uiDelegate: WKUIDelegate?
    open var scrollView: UIScrollView { UIScrollView(frame: .zero) }
    open var url: URL? { nil }
    open var allowsLinkPreview = true
    @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { nil }
    open func stopLoading() {}
    open func evaluateJavaScript(_ script: String, completionHandler: ((Any?, Error?) -> Void)? = nil) {}
}

open class WKWebViewConfiguration: NSObject {
    open var allowsInlineMediaPlayback = false
    open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []
    open var websiteDataStore: WKWebsiteDataStore = .nonPersistent()
    open var userContentController = WKUserContentController()
}

public struct WKAudiovisualMediaTypes: OptionSet {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

open class WKWebsiteDataStore: NSObject {
    public class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore() }
}

open class WKUserContentController: NSObject {
    open func add(_ handler: WKScriptMessageHandler, name: String) {}
    open func removeScriptMessageHandler(forName name: String) {}
}

public protocol WKScriptMessageHandler: AnyObject {
    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage)
}

open class WKScriptMessage: NSObject {
    open var body: Any { 0 }
    open var frameInfo: WKFrameInfo { WKFrameInfo() }
}

open class WKFrameInfo: NSObject {
    open var isMainFrame: Bool { false }
    open var securityOrigin: WKSecurityOrigin { WKSecurityOrigin() }
}

open class WKSecurityOrigin: NSObject {
    open var `protocol`: String { "" }
    open var host: String { "" }
    open var port: Int { 0 }
}

open class WKNavigation: NSObject {}

public enum WKNavigationType { case linkActivated, formSubmitted, backForward, reload, formResubmitted, other }

open class WKNavigationAction: NSObject {
    open var request: URLRequest { URLRequest(url: URL(fileURLWithPath: "/")) }
    open var targetFrame: WKFrameInfo? { nil }
    open var navigationType: WKNavigationType { .other }
}

open class WKNavigationResponse: NSObject {
    open var response: URLResponse { fatalError() }
}

public enum WKNavigationActionPolicy { case cancel, allow }
public enum WKNavigationResponsePolicy { case cancel, allow }

public protocol WKNavigationDelegate: AnyObject {
    func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, decisionHandler: @escaping (WKNavigationActionPolicy) -> Void)
    func webView(_ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse, decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void)
    func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error)
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

open class WKWindowFeatures: NSObject {}
public enum WKMediaCaptureType { case camera, microphone, cameraAndMicrophone }
public enum WKPermissionDecision { case prompt, grant, deny }

public protocol WKUIDelegate: AnyObject {
    func webView(_ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration, for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures) -> WKWebView?
    func webView(_ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin, initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType, decisionHandler: @escaping (WKPermissionDecision) -> Void)
}
