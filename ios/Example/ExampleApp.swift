import SwiftUI
import VerifySDK

/// A whole app: a button, and what the device says at the end. The result itself comes from your backend.
@main
struct ExampleApp: App {
    init() {
        Verify.shared.configuration.baseURL = URL(string: "https://verify.example")
    }

    var body: some Scene {
        WindowGroup { ContentView() }
    }
}

struct ContentView: View {
    @State private var said = "Nobody has been verified yet."

    var body: some View {
        VStack(spacing: 24) {
            Text(said)
            VerifyButton(
                "Verify me", clientId: "cli_…", flowId: "flw_…",
                metadata: ["order": 4711, "buttonColor": "#2347D9", "regularFont": "Inter.ttf"]
            )
            VerifyDelegateObserver(
                success: { identityId, _ in said = "Ask your backend about \(identityId ?? "the identity")." },
                cancelled: { said = "Cancelled." }
            )
        }
    }
}
