#if canImport(UIKit)
import UIKit
import WebKit
#if canImport(VerifyCore)
import VerifyCore
#endif

/// The web view with the hosted page only: other origins open in the browser and never reach the bridge.
final class PageView: NSObject {
    var onEvent: (Presentation.Event) -> Void = { _ in }
    let webView: WKWebView

    private let origin: Origin

    init(origin: Origin) {
        self.origin = origin
        let configuration = WKWebViewConfiguration()
        configuration.allowsInlineMediaPlayback = true
        configuration.mediaTypesRequiringUserActionForPlayback = []
        // Nothing of the page stays on the device.
        configuration.websiteDataStore = .nonPersistent()
        webView = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        configuration.userContentController.add(WeakHandler(self), name: Bridge.handlerName)
        webView.navigationDelegate = self
        webView.uiDelegate = self
        webView.isOpaque = false
        webView.backgroundColor = .systemBackground
        webView.scrollView.contentInsetAdjustmentBehavior = .never
        webView.allowsLinkPreview = false
    }

    func load(_ url: URL) {
        webView.stopLoading()
        webView.load(URLRequest(url: url, cachePolicy: .reloadRevalidatingCacheData, timeoutInterval: 30))
    }

    func run(_ script: String) {
        guard Origin(webView.url) == origin else { return Log.say("the page is not the service's: nothing is sent to it") }
        webView.evaluateJavaScript(script) { _, error in
            if error != nil { Log.say("the page did not take a message") }
        }
    }

    func close() {
        onEvent = { _ in }
        webView.stopLoading()
        webView.configuration.userContentController.removeScriptMessageHandler(forName: Bridge.handlerName)
    }

    /// A content controller holds its handlers strongly, which would keep the web view forever.
    private final class WeakHandler: NSObject, WKScriptMessageHandler {
        private weak var page: PageView?

        init(_ page: PageView) {
            self.page = page
        }

        func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
            page?.hear(message)
        }
    }

    private func hear(_ message: WKScriptMessage) {
        guard message.frameInfo.isMainFrame, isOurs(message.frameInfo.securityOrigin),
              let said = PageMessage(message.body)
        else { return }
        onEvent(.said(said))
    }

    private func isOurs(_ securityOrigin: WKSecurityOrigin) -> Bool {
        Origin(scheme: securityOrigin.protocol, host: securityOrigin.host, port: securityOrigin.port) == origin
    }
}

extension PageView: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard action.targetFrame?.isMainFrame ?? true else { return decisionHandler(.cancel) }
        if action.targetFrame != nil, Origin(action.request.url) == origin { return decisionHandler(.allow) }
        decisionHandler(.cancel)
        openOutside(action)
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor response: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        let status = (response.response as? HTTPURLResponse)?.statusCode ?? 200
        decisionHandler(status < 400 ? .allow : .cancel)
        if status >= 400 { onEvent(.loadFailed(code: "service.unavailable")) }
    }

    func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error) {
        let problem = error as NSError
        // Cancelled by us: another load began, or the address was opened outside.
        let isOurs = problem.domain == NSURLErrorDomain && problem.code == NSURLErrorCancelled || problem.domain == "WebKitErrorDomain"
        if !isOurs { onEvent(.loadFailed(code: "network.offline")) }
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        onEvent(.webProcessEnded(at: Date()))
    }

    /// Opens only links that a person tapped: a page cannot open addresses by itself, except over the bridge.
    private func openOutside(_ action: WKNavigationAction) {
        guard action.navigationType == .linkActivated, let url = action.request.url, Origin(url)?.isSafe == true else { return }
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
    }
}

extension PageView: WKUIDelegate {
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration, for action: WKNavigationAction,
        windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        openOutside(action)
        return nil
    }

    @available(iOS 15.0, *)
    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin, initiatedByFrame frame: WKFrameInfo,
        type: WKMediaCaptureType, decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        decisionHandler(frame.isMainFrame && isOurs(origin) ? .grant : .deny)
    }
}
#endif
