#if canImport(UIKit)
import UIKit
import WebKit
#if canImport(VerifyCore)
import VerifyCore
#endif

/// Carries out the actions of `Presentation`: shows the hosted page full screen, and passes events back.
final class FlowViewController: UIViewController {
    private let request: Request
    private let onEnd: (Outcome) -> Void
    private let store: SessionStore
    private let configuration: Configuration
    private var presentation: Presentation
    private let page: PageView
    private let faultView = FaultView(frame: .zero)
    private var retryTimer: Timer?
    private var waitTimer: Timer?

    /// A loaded page sends `ready` immediately.
    private static let readyWithinSeconds: TimeInterval = 40

    init(request: Request, store: SessionStore = KeychainStore(), onEnd: @escaping (Outcome) -> Void) {
        let (fonts, lines) = Configuration.Fonts.read(named: request.metadata, from: FlowViewController.readFont)
        lines.forEach(Log.say)
        let configuration = Configuration(
            metadata: request.metadata, clientToken: request.clientToken, languages: Locale.preferredLanguages,
            app: .init(version: Verify.version, model: UIDevice.current.model, osVersion: UIDevice.current.systemVersion),
            fonts: fonts
        )
        let kept = store.read(request.key)
        self.request = request
        self.store = store
        self.onEnd = onEnd
        self.configuration = configuration
        presentation = Presentation(address: request.address, configuration: configuration, kept: kept, now: Date())
        page = PageView(origin: request.address.origin)
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    private static func readFont(_ name: String) -> Data? {
        Bundle.main.url(forResource: name, withExtension: nil).flatMap { try? Data(contentsOf: $0) }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        for child in [page.webView, faultView] as [UIView] {
            child.frame = view.bounds
            child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(child)
        }
        page.onEvent = { [weak self] event in self?.handle(event) }
        faultView.onRetry = { [weak self] in self?.handle(.retried) }
        faultView.onClose = { [weak self] in self?.handle(.closePressed) }
        handle(.began)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // The app took the screens away by itself.
        if isBeingDismissed || presentingViewController == nil { finish() }
    }

    private func handle(_ event: Presentation.Event) {
        for effect in presentation.handle(event) { perform(effect) }
    }

    private func perform(_ effect: Presentation.Effect) {
        switch effect {
        case .load(let url, let number): load(url, number: number)
        case .run(let script): page.run(script)
        case .showWaiting: faultView.showWaiting(texts("sdk.failed"))
            faultView.isHidden = false
        case .showPage: faultView.isHidden = true
        case .showFault(let code, let seconds): show(code, retryAfterSeconds: seconds)
        case .keep(let resume): store.write(KeptSession(resume: resume, savedAt: Date()), key: request.key)
        case .forget: store.delete(request.key)
        case .open(let url): UIApplication.shared.open(url, options: [:], completionHandler: nil)
        case .dismiss: dismiss(animated: true) { [weak self] in self?.finish() }
        case .tell(let outcome): onEnd(outcome)
        case .log(let line): Log.say(line)
        }
    }

    private func load(_ url: URL, number: Int) {
        stopTimers()
        page.load(url)
        waitTimer = Timer.scheduledTimer(withTimeInterval: FlowViewController.readyWithinSeconds, repeats: false) { [weak self] _ in
            self?.handle(.waitedTooLong(load: number))
        }
    }

    private func show(_ code: String, retryAfterSeconds seconds: Int?) {
        stopTimers()
        faultView.show(texts(code), code: code)
        faultView.isHidden = false
        guard let seconds = seconds else { return }
        retryTimer = Timer.scheduledTimer(withTimeInterval: TimeInterval(seconds), repeats: false) { [weak self] _ in
            self?.handle(.retried)
        }
    }

    private func texts(_ code: String) -> FaultTexts {
        FaultTexts(code: code, fixedLanguage: request.metadata["fixedLanguage"], languages: configuration.languages)
    }

    private func finish() {
        stopTimers()
        page.close()
        // The system finishes its own work first: the app may present something from its callback.
        DispatchQueue.main.async { self.handle(.dismissed) }
    }

    private func stopTimers() {
        retryTimer?.invalidate()
        waitTimer?.invalidate()
    }
}
#endif
