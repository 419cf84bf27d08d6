/// The listeners that get the end of a flow. All are held weakly: a listener that was released gets nothing.
public final class Listeners {
    public weak var delegate: AnyObject?
    private var observers: [Weak] = []

    fileprivate struct Weak {
        weak var object: AnyObject?
    }

    public init() {}

    public func add(_ observer: AnyObject) {
        remove(observer)
        observers.append(Weak(object: observer))
    }

    public func remove(_ observer: AnyObject) {
        observers.removeAll { $0.object == nil || $0.object === observer }
    }

    public var isEmpty: Bool { delegate == nil && observers.allSatisfy { $0.object == nil } }

    /// The current listeners, which are called later if they still exist then.
    public func capture() -> Captured {
        Captured(delegate: Weak(object: delegate), observers: observers)
    }

    public struct Captured {
        private let captured: [Weak]

        fileprivate init(delegate: Listeners.Weak, observers: [Weak]) {
            captured = [delegate] + observers
        }

        /// The delegate first, then the observers in the order in which they came.
        public var living: [AnyObject] { captured.compactMap(\.object) }
    }
}
