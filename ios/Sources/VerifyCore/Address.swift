import Foundation

/// A web origin, as browsers compare it.
public struct Origin: Equatable {
    public let scheme: String
    public let host: String
    /// Nil means the scheme's default port.
    public let port: Int?

    public init(scheme: String, host: String, port: Int?) {
        let scheme = scheme.lowercased()
        self.scheme = scheme
        self.host = host.lowercased()
        let usual = ["https": 443, "http": 80][scheme]
        // WebKit says 0 where the address names no port.
        self.port = port == 0 || port == usual ? nil : port
    }

    public init?(_ url: URL?) {
        guard let url = url, let scheme = url.scheme, let host = url.host, !host.isEmpty else { return nil }
        self.init(scheme: scheme, host: host, port: url.port)
    }

    /// In the form of `location.origin`.
    public var text: String {
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (port.map { ":\($0)" } ?? "")
    }

    /// Origins that browsers treat as secure: https, and localhost for development.
    public var isSafe: Bool {
        scheme == "https" || (scheme == "http" && ["localhost", "127.0.0.1", "::1"].contains(host))
    }
}

/// The address at which the service shows a flow.
public struct HostedAddress: Equatable {
    public let origin: Origin
    public let url: URL

    public struct Fault: Error, Equatable {
        public let line: String
    }

    /// - Throws: `Fault` that tells the app's developers what is wrong.
    public init(base: URL, clientId: String, flowId: String) throws {
        guard let origin = Origin(base) else { throw Fault(line: "the base address is no web address") }
        guard origin.isSafe else { throw Fault(line: "the base address must begin with https://") }
        guard base.path.isEmpty || base.path == "/", base.query == nil, base.fragment == nil, base.user == nil else {
            throw Fault(line: "the base address must be an origin alone, such as https://verify.example")
        }
        guard isId(clientId, prefix: "cli") else { throw Fault(line: "clientId is not the id of a client") }
        guard isId(flowId, prefix: "flw") else { throw Fault(line: "flowId is not the id of a flow") }
        let text = "\(origin.text)/verify/\(clientId)/\(flowId)#bridge=\(Bridge.version)"
        guard let url = URL(string: text) else { throw Fault(line: "the base address is no web address") }
        self.origin = origin
        self.url = url
    }
}
