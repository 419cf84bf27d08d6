import Foundation

/// How a flow ended on this device.
public enum Outcome: Equatable {
    case success(VerificationIds)
    case cancelled(VerificationIds)
    /// It continues on another device: neither success nor cancellation.
    case handedOver
}

/// The state with which a flow continues after the app was closed: stored in the keychain, and in memory.
public struct KeptSession: Equatable, Codable {
    public let resume: String
    public let savedAt: Date

    public init(resume: String, savedAt: Date) {
        self.resume = resume
        self.savedAt = savedAt
    }

    /// No session of the service lasts longer.
    public static let longestLife: TimeInterval = 24 * 60 * 60

    public func isUsable(at now: Date) -> Bool {
        savedAt <= now && now.timeIntervalSince(savedAt) < KeptSession.longestLife
    }
}

/// One presentation of a flow, from the call to the callback: events go in, actions come out. It knows no screen, no
/// network and no clock.
public struct Presentation {
    public enum Event: Equatable {
        case began
        case said(PageMessage)
        /// The page could not be loaded: the code of a screen.
        case loadFailed(code: String)
        /// The page did not send `ready` in time after this load.
        case waitedTooLong(load: Int)
        /// The person asks for another try, or it is time for one.
        case retried
        case webProcessEnded(at: Date)
        /// The person closed one of our own screens.
        case closePressed
        /// The screens have been dismissed.
        case dismissed
    }

    public enum Effect: Equatable {
        case load(URL, number: Int)
        /// Runs a script in the page.
        case run(String)
        case showWaiting
        case showPage
        case showFault(code: String, retryAfterSeconds: Int?)
        case keep(resume: String)
        case forget
        case open(URL)
        case dismiss
        case tell(Outcome)
        case log(String)
    }

    private enum Stage { case waiting, page, fault, leaving, over }

    public let address: HostedAddress
    private let configuration: Configuration
    private var resume: String?
    private var ids = VerificationIds()
    private var outcome: Outcome?
    private var stage = Stage.waiting
    private var loads = 0
    private var failures = 0
    private var endings: [Date] = []

    /// If the web process ends more often than this within a minute, the SDK stops trying.
    static let mostEndingsInAMinute = 3
    private static let longestWaitSeconds = 30

    public init(address: HostedAddress, configuration: Configuration, kept: KeptSession?, now: Date) {
        self.address = address
        self.configuration = configuration
        resume = kept.flatMap { $0.isUsable(at: now) ? $0.resume : nil }
    }

    public mutating func handle(_ event: Event) -> [Effect] {
        guard stage != .over else { return [] }
        if stage == .leaving { return event == .dismissed ? end() : [] }
        switch event {
        case .began, .retried: return load()
        case .said(let message): return hear(message)
        case .loadFailed(let code): return fail(code, retries: true)
        case .waitedTooLong(let load):
            return load == loads && stage == .waiting ? fail("wait.too_long", retries: false) : []
        case .webProcessEnded(let time): return reload(endedAt: time)
        case .closePressed: return leave()
        case .dismissed: return end()
        }
    }

    private mutating func load() -> [Effect] {
        stage = .waiting
        loads += 1
        return [.showWaiting, .load(address.url, number: loads)]
    }

    private mutating func hear(_ message: PageMessage) -> [Effect] {
        switch message {
        case .ready(let oldest):
            guard oldest <= Bridge.version else {
                return [.log("the service is newer than this version of VerifySDK: update the package")]
                    + fail("sdk.failed", retries: false)
            }
            stage = .page
            failures = 0
            let message = configuration.message(resume: resume)
            return [.run(Bridge.script(for: message, origin: address.origin)), .showPage]
        case .started(let newIds, let newResume):
            // After the end nothing is kept any more, whatever a page says.
            guard outcome == nil else { return [] }
            ids = newIds
            guard let newResume = newResume else { return [] }
            resume = newResume
            return [.keep(resume: newResume)]
        case .finished(let ids): return conclude(.success(ids))
        case .cancelled(let ids): return conclude(.cancelled(known(ids)))
        case .failed(let code, let ids):
            let outcome = code == "session.replaced" ? Outcome.handedOver : .cancelled(known(ids))
            return [.log("the flow ended with \(code)")] + conclude(outcome)
        case .open(let url): return [.open(url)]
        case .closed: return leave()
        }
    }

    /// Only the first end counts: later messages of the page change nothing.
    private mutating func conclude(_ next: Outcome) -> [Effect] {
        guard outcome == nil else { return [] }
        outcome = next
        resume = nil
        return [.forget]
    }

    private func known(_ ids: VerificationIds) -> VerificationIds {
        VerificationIds(
            identityId: ids.identityId ?? self.ids.identityId,
            verificationId: ids.verificationId ?? self.ids.verificationId
        )
    }

    private mutating func fail(_ code: String, retries: Bool) -> [Effect] {
        stage = .fault
        failures += 1
        let seconds = retries ? min(1 << min(failures, 5), Presentation.longestWaitSeconds) : nil
        return [.log("the flow shows \(code)"), .showFault(code: code, retryAfterSeconds: seconds)]
    }

    private mutating func reload(endedAt time: Date) -> [Effect] {
        endings = endings.filter { time.timeIntervalSince($0) < 60 } + [time]
        guard endings.count <= Presentation.mostEndingsInAMinute else {
            return [.log("the web content process ends again and again")] + fail("sdk.failed", retries: false)
        }
        return [.log("the web content process ended: the flow continues where it was")] + load()
    }

    private mutating func leave() -> [Effect] {
        let forgets = conclude(.cancelled(ids))
        stage = .leaving
        return forgets + [.dismiss]
    }

    private mutating func end() -> [Effect] {
        let forgets = conclude(.cancelled(ids))
        stage = .over
        return forgets + (outcome.map { [.tell($0)] } ?? [])
    }
}
