// What the compiler needs for `#selector`: a struct of one pointer. See UIKit.swift.
public struct Selector {
    var pointer: OpaquePointer

    public init(_ name: String) { fatalError() }
}
