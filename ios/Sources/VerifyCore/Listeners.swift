/// Who hears how a flow ended. Everybody is held weakly: a listener that is gone hears nothing.
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

    /// The listeners of now, to be told later if they still live then.
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
