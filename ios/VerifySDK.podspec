Pod::Spec.new do |spec|
  spec.name = 'VerifySDK'
  spec.version = '1.0.0'
  spec.summary = 'Shows the verification flow of a Verify service in an iOS app.'
  spec.homepage = 'https://verify.example'
  spec.license = { type: 'UNLICENSED' }
  spec.author = 'Verify'
  # Your copy of this repository: a pod needs a source, and this service is self-hosted.
  spec.source = { git: 'https://git.example/verify.git', tag: 'ios-1.0.0' }
  spec.module_name = 'VerifySDK'
  spec.swift_versions = ['5.7']
  spec.ios.deployment_target = '13.0'
  # One module: the sources import VerifyCore only where it is a module.
  spec.source_files = 'Sources/VerifyCore/**/*.swift', 'Sources/VerifySDK/**/*.swift'
  spec.frameworks = 'UIKit', 'WebKit', 'Security'
  spec.weak_frameworks = 'SwiftUI'
end
