// Exactly the names of SwiftUI that ios/Sources/VerifySDK and ios/Example use. See UIKit.swift.
@_exported import UIKit

public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}

extension View where Body == Never {
    public var body: Never { fatalError() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<A: View, B: View>(_ a: A, _ b: B) -> TupleView<(A, B)> { TupleView() }
    public static func buildBlock<A: View, B: View, C: View>(_ a: A, _ b: B, _ c: C) -> TupleView<(A, B, C)> { TupleView() }
}

public struct TupleView<T>: View {
    public typealias Body = Never
}

public struct Text: View {
    public typealias Body = Never
    public init(_ text: String) {}
}

public struct VStack<Content: View>: View {
    public typealias Body = Never
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct Button<Label: View>: View {
    public typealias Body = Never
}

extension Button where Label == Text {
    public init(_ title: String, action: @escaping () -> Void) {}
}

@propertyWrapper
public struct State<Value> {
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}

public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

@resultBuilder
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeCoordinator() -> Coordinator
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
}

public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
}
