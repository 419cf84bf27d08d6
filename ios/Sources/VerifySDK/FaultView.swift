#if canImport(UIKit)
import UIKit
#if canImport(VerifyCore)
import VerifyCore
#endif

/// Shows that the page is loading, or what went wrong with its code, when the page itself cannot be shown.
final class FaultView: UIView {
    var onRetry: () -> Void = {}
    var onClose: () -> Void = {}

    private let title = UILabel(frame: .zero)
    private let text = UILabel(frame: .zero)
    private let code = UILabel(frame: .zero)
    private let retry = UIButton(frame: .zero)
    private let close = UIButton(frame: .zero)
    private let spinner = UIActivityIndicatorView(style: .large)

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .systemBackground
        let stack = UIStackView(arrangedSubviews: [spinner, title, text, code, retry, close])
        stack.axis = .vertical
        stack.spacing = 16
        stack.translatesAutoresizingMaskIntoConstraints = false
        addSubview(stack)
        NSLayoutConstraint.activate([
            stack.centerYAnchor.constraint(equalTo: centerYAnchor),
            stack.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
        ])
        for (label, style) in [(title, UIFont.TextStyle.title2), (text, .body), (code, .footnote)] {
            label.font = UIFont.preferredFont(forTextStyle: style)
            label.adjustsFontForContentSizeCategory = true
            label.textAlignment = .center
            label.numberOfLines = 0
        }
        code.textColor = .secondaryLabel
        for button in [retry, close] { button.setTitleColor(.systemBlue, for: .normal) }
        retry.addTarget(self, action: #selector(pressRetry), for: .touchUpInside)
        close.addTarget(self, action: #selector(pressClose), for: .touchUpInside)
    }

    required init?(coder: NSCoder) { nil }

    func showWaiting(_ texts: FaultTexts) {
        spinner.startAnimating()
        title.text = texts.loading
        close.setTitle(texts.close, for: .normal)
        for view in [text, code, retry] as [UIView] { view.isHidden = true }
    }

    func show(_ texts: FaultTexts, code name: String) {
        spinner.stopAnimating()
        title.text = texts.title
        text.text = texts.text
        code.text = name
        retry.setTitle(texts.tryAgain, for: .normal)
        close.setTitle(texts.close, for: .normal)
        for view in [text, code, retry] as [UIView] { view.isHidden = false }
    }

    @objc private func pressRetry() { onRetry() }

    @objc private func pressClose() { onClose() }
}
#endif
