// Exactly the names of Security that ios/Sources/VerifySDK uses. See UIKit.swift.
import Foundation

public typealias CFTypeRef = AnyObject
public typealias CFDictionary = [String: Any]
public typealias OSStatus = Int32

public let kSecClass = "class"
public let kSecClassGenericPassword = "genp"
public let kSecAttrService = "svce"
public let kSecAttrAccount = "acct"
public let kSecAttrAccessible = "pdmn"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly = "aku"
public let kSecReturnData = "r_Data"
public let kSecMatchLimit = "m_Limit"
public let kSecMatchLimitOne = "m_LimitOne"
public let kSecValueData = "v_Data"
public let errSecSuccess: OSStatus = 0

public func SecItemCopyMatching(_ query: CFDictionary, _ result: inout CFTypeRef?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
