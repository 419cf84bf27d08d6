// swift-tools-version:5.7
import PackageDescription

let package = Package(
    name: "VerifySDK",
    platforms: [.iOS(.v13)],
    products: [.library(name: "VerifySDK", targets: ["VerifySDK"])],
    targets: [
        // Everything that needs no screen: compiled and tested on Linux as well.
        .target(name: "VerifyCore"),
        // UIKit, SwiftUI and WebKit.
        .target(name: "VerifySDK", dependencies: ["VerifyCore"]),
        .testTarget(name: "VerifyCoreTests", dependencies: ["VerifyCore"]),
    ]
)
