import Foundation
import XCTest
@testable import VerifyCore

final class MetadataTests: XCTestCase {
    func testEverySwiftValueThatJSONHasIsTaken() throws {
        let missing: String? = nil
        let some: Int? = 7
        let metadata = try Metadata([
            "bool": true, "int": 1, "int8": Int8(1), "uint": UInt(2), "float": Float(0.1), "double": 2.0, "big": 1e300,
            "text": "a", "list": [1, "b", false] as [Any], "none": missing as Any, "some": some as Any,
            "null": NSNull(), "number": NSNumber(value: true), "nested": ["a": ["b": [:] as [String: Any]]],
        ])
        XCTAssertEqual(
            metadata.value.text,
            #"{"big":1e+300,"bool":true,"double":2,"float":0.1,"int":1,"int8":1,"list":[1,"b",false],"nested":{"a":{"b":{}}},"none":null,"null":null,"number":true,"some":7,"text":"a","uint":2}"#
        )
    }

    func testWhatIsNotJSONIsRefusedByItsPlace() {
        let refused: [(Any, String)] = [
            (Date(), "/order/value"), (Data(), "/order/value"), (Double.nan, "/order/value"), (Double.infinity, "/order/value"),
            (URL(fileURLWithPath: "/"), "/order/value"), ([1: "a"], "/order/value"), ([Date()], "/order/value/0"),
            ({} as () -> Void, "/order/value"), (Int64.max, "/order/value"), (UInt64.max, "/order/value"),
            (NSNumber(value: UInt64.max), "/order/value"), (NSObject(), "/order/value"),
        ]
        for (value, pointer) in refused {
            XCTAssertThrowsError(try Metadata(["order": ["value": value]]), "\(value)") { error in
                let fault = error as? Metadata.Fault
                XCTAssertEqual(fault?.code, "metadata.not_json")
                XCTAssertEqual(fault?.pointer, pointer)
            }
        }
    }

    func testNestingThatWouldExhaustTheStackIsRefused() {
        var deep: [String: Any] = [:]
        for _ in 0..<1_000 { deep = ["deep": deep] }
        XCTAssertThrowsError(try Metadata(deep)) { error in
            XCTAssertEqual((error as? Metadata.Fault)?.code, "metadata.too_deep")
        }
    }

    func testAWholeNumberThatJavaScriptWouldChangeIsRefused() throws {
        XCTAssertEqual(try Metadata(["order": 9_007_199_254_740_991]).value.text, #"{"order":9007199254740991}"#)
        XCTAssertThrowsError(try Metadata(["order": 9_007_199_254_740_993]))
    }

    func testALineNamesTheFaultWithoutTheValue() {
        XCTAssertThrowsError(try Metadata(["identityId": "secret@example.com"])) { error in
            let line = (error as? Metadata.Fault)?.line ?? ""
            XCTAssertTrue(line.contains("metadata/identityId"))
            XCTAssertFalse(line.contains("secret"))
        }
    }

    func testFontsComeFromTheBundleAndAddressesDoNot() throws {
        let metadata = try Metadata(["regularFont": "Inter.ttf", "boldFont": "https://cdn.example/bold.otf"])
        var asked: [String] = []
        let (fonts, lines) = Configuration.Fonts.read(named: metadata) { name in
            asked.append(name)
            return Data([1])
        }
        XCTAssertEqual(fonts, .init(regular: Data([1])))
        XCTAssertEqual(asked, ["Inter.ttf"])
        XCTAssertEqual(lines, [])
    }

    func testAFontThatIsMissingOrTooLargeLeavesTheSystems() throws {
        let metadata = try Metadata(["regularFont": "Inter.ttf", "boldFont": "Bold.otf"])
        let (fonts, lines) = Configuration.Fonts.read(named: metadata) { name in
            name == "Bold.otf" ? Data(count: Bridge.mostFontBytes + 1) : nil
        }
        XCTAssertEqual(fonts, .init())
        XCTAssertEqual(lines.count, 2)
    }
}
