#!/bin/sh
# Runs inside of the Debian root, in the folder that holds `ios` and `stubs`: checks the types of the UI layer and of the example
# against the stub modules, and writes the Objective-C header that Xcode would write. With the word `sdk` it checks the SDK alone,
# against the modules of the run before.
set -eu
out=ui-layer
mkdir -p "$out"
interop='-Xfrontend -enable-objc-interop -Xfrontend -disable-objc-attr-requires-foundation-module'
module() {
  name="$1"
  shift
  # shellcheck disable=SC2086
  swiftc -swift-version 5 -suppress-warnings -emit-module -parse-as-library -module-name "$name" -I "$out" $interop \
    -emit-module-path "$out/$name.swiftmodule" "$@"
}
if [ "${1:-}" = sdk ]; then
  module VerifySDK -D DEBUG ios/Sources/VerifySDK/*.swift
  exit
fi
module ObjectiveC stubs/ObjectiveC.swift
module UIKit stubs/UIKit.swift
module WebKit stubs/WebKit.swift
module SwiftUI stubs/SwiftUI.swift
module Security stubs/Security.swift
module VerifyCore ios/Sources/VerifyCore/*.swift
module VerifySDK -D DEBUG -emit-objc-header -emit-objc-header-path "$out/VerifySDK-Swift.h" ios/Sources/VerifySDK/*.swift
# As a pod, where both folders are one module.
mkdir -p "$out/pod"
for stub in ObjectiveC UIKit WebKit SwiftUI Security; do cp "$out/$stub.swiftmodule" "$out/pod/"; done
# shellcheck disable=SC2086
swiftc -swift-version 5 -suppress-warnings -typecheck -parse-as-library -module-name VerifySDK -I "$out/pod" $interop \
  ios/Sources/VerifyCore/*.swift ios/Sources/VerifySDK/*.swift
# shellcheck disable=SC2086
swiftc -swift-version 5 -suppress-warnings -typecheck -parse-as-library -module-name Example -I "$out" $interop ios/Example/*.swift
