#if canImport(UIKit)
import Foundation
import Security
#if canImport(VerifyCore)
import VerifyCore
#endif

/// Sessions in the keychain of this device: not in backups, not on other devices, and readable only while it is unlocked.
final class KeychainStore: SessionStore {
    private let service = "VerifySDK.session"

    private func query(_ key: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: key,
        ]
    }

    func read(_ key: String) -> KeptSession? {
        var query = self.query(key)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let data = found as? Data else { return nil }
        return try? JSONDecoder().decode(KeptSession.self, from: data)
    }

    func write(_ session: KeptSession, key: String) {
        delete(key)
        guard let data = try? JSONEncoder().encode(session) else { return }
        var query = self.query(key)
        query[kSecValueData as String] = data
        query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        let status = SecItemAdd(query as CFDictionary, nil)
        if status != errSecSuccess { Log.say("the keychain refused the session (\(status)): it cannot be resumed") }
    }

    func delete(_ key: String) {
        _ = SecItemDelete(query(key) as CFDictionary)
    }
}
#endif
