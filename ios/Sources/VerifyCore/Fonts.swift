import Foundation

extension Configuration.Fonts {
    /// Reads the fonts that the metadata name from the app's bundle.
    /// - Returns: the fonts, and lines for the console about those that could not be read.
    public static func read(
        named metadata: Metadata,
        from file: (_ name: String) -> Data?
    ) -> (fonts: Configuration.Fonts, lines: [String]) {
        var lines: [String] = []
        func data(_ key: String) -> Data? {
            // Addresses are the page's to load.
            guard let name = metadata[key], Metadata.isFontFile(name) else { return nil }
            guard let data = file(name) else {
                lines.append("\(key): \(name) is not in the app's bundle, so the system's font is used")
                return nil
            }
            guard data.count <= Bridge.mostFontBytes else {
                lines.append("\(key): \(name) is over \(Bridge.mostFontBytes) bytes, so the system's font is used")
                return nil
            }
            return data
        }
        let fonts = Configuration.Fonts(regular: data("regularFont"), bold: data("boldFont"))
        return (fonts, lines)
    }
}
