/// The texts of the screens that appear where the page cannot: the same as those of the page, by language and key. A test compares them.
enum Texts {
    static let byLanguage: [String: [String: String]] = [
        "en": [
            "loading": "One moment …",
            "offline.title": "You are offline",
            "fault.title": "Something went wrong",
            "action.tryAgain": "Try again",
            "action.close": "Close",
            "fault.network.offline": "You are not connected to the internet.",
            "fault.wait.too_long": "This is taking longer than it should. Please try again.",
            "fault.sdk.failed": "Something unexpected happened. Please try again.",
            "fault.unknown": "Something went wrong. Please try again.",
        ],
        "es": [
            "loading": "Un momento …",
            "offline.title": "Sin conexión",
            "fault.title": "Algo ha fallado",
            "action.tryAgain": "Intentar de nuevo",
            "action.close": "Cerrar",
            "fault.network.offline": "No hay conexión a internet.",
            "fault.wait.too_long": "Esto tarda más de lo debido. Inténtelo de nuevo.",
            "fault.sdk.failed": "Ocurrió algo inesperado. Inténtelo de nuevo.",
            "fault.unknown": "Algo salió mal. Inténtelo de nuevo.",
        ],
        "fr": [
            "loading": "Un instant …",
            "offline.title": "Pas de connexion",
            "fault.title": "Une erreur s’est produite",
            "action.tryAgain": "Réessayer",
            "action.close": "Fermer",
            "fault.network.offline": "Il n’y a pas de connexion à internet.",
            "fault.wait.too_long": "Cela prend trop de temps. Veuillez réessayer.",
            "fault.sdk.failed": "Un imprévu est survenu. Veuillez réessayer.",
            "fault.unknown": "Un problème est survenu. Veuillez réessayer.",
        ],
        "pt": [
            "loading": "Um momento …",
            "offline.title": "Sem conexão",
            "fault.title": "Algo deu errado",
            "action.tryAgain": "Tentar de novo",
            "action.close": "Fechar",
            "fault.network.offline": "Não há conexão com a internet.",
            "fault.wait.too_long": "Isto está demorando demais. Tente de novo.",
            "fault.sdk.failed": "Algo inesperado aconteceu. Tente de novo.",
            "fault.unknown": "Algo deu errado. Tente de novo.",
        ],
        "ru": [
            "loading": "Одну минуту …",
            "offline.title": "Нет связи",
            "fault.title": "Произошла ошибка",
            "action.tryAgain": "Повторить",
            "action.close": "Закрыть",
            "fault.network.offline": "Нет подключения к интернету.",
            "fault.wait.too_long": "Это длится дольше, чем должно. Повторите попытку.",
            "fault.sdk.failed": "Произошло что-то непредвиденное. Повторите попытку.",
            "fault.unknown": "Что-то пошло не так. Повторите попытку.",
        ],
        "tr": [
            "loading": "Bir dakika …",
            "offline.title": "Bağlantı yok",
            "fault.title": "Bir şeyler ters gitti",
            "action.tryAgain": "Yeniden dene",
            "action.close": "Kapat",
            "fault.network.offline": "İnternet bağlantısı yok.",
            "fault.wait.too_long": "Bu gereğinden uzun sürüyor. Lütfen yeniden deneyin.",
            "fault.sdk.failed": "Beklenmedik bir şey oldu. Lütfen yeniden deneyin.",
            "fault.unknown": "Bir şeyler ters gitti. Lütfen yeniden deneyin.",
        ],
        "de": [
            "loading": "Einen Moment …",
            "offline.title": "Keine Verbindung",
            "fault.title": "Etwas ist schiefgegangen",
            "action.tryAgain": "Erneut versuchen",
            "action.close": "Schließen",
            "fault.network.offline": "Es besteht keine Verbindung zum Internet.",
            "fault.wait.too_long": "Das dauert länger als es sollte. Bitte versuchen Sie es erneut.",
            "fault.sdk.failed": "Etwas Unerwartetes ist geschehen. Bitte versuchen Sie es erneut.",
            "fault.unknown": "Etwas ist schiefgegangen. Bitte versuchen Sie es erneut.",
        ],
        "it": [
            "loading": "Un momento …",
            "offline.title": "Nessuna connessione",
            "fault.title": "Qualcosa è andato storto",
            "action.tryAgain": "Riprova",
            "action.close": "Chiudi",
            "fault.network.offline": "Non c’è connessione a internet.",
            "fault.wait.too_long": "Ci vuole più del dovuto. Riprova.",
            "fault.sdk.failed": "È successo qualcosa di inatteso. Riprova.",
            "fault.unknown": "Qualcosa è andato storto. Riprova.",
        ],
        "pl": [
            "loading": "Chwileczkę …",
            "offline.title": "Brak połączenia",
            "fault.title": "Coś poszło nie tak",
            "action.tryAgain": "Spróbuj ponownie",
            "action.close": "Zamknij",
            "fault.network.offline": "Brak połączenia z internetem.",
            "fault.wait.too_long": "To trwa dłużej, niż powinno. Spróbuj ponownie.",
            "fault.sdk.failed": "Stało się coś nieoczekiwanego. Spróbuj ponownie.",
            "fault.unknown": "Coś poszło nie tak. Spróbuj ponownie.",
        ],
        "th": [
            "loading": "สักครู่ …",
            "offline.title": "ไม่มีการเชื่อมต่อ",
            "fault.title": "เกิดข้อผิดพลาด",
            "action.tryAgain": "ลองอีกครั้ง",
            "action.close": "ปิด",
            "fault.network.offline": "ไม่มีการเชื่อมต่ออินเทอร์เน็ต",
            "fault.wait.too_long": "ใช้เวลานานเกินไป โปรดลองอีกครั้ง",
            "fault.sdk.failed": "เกิดเหตุไม่คาดคิด โปรดลองอีกครั้ง",
            "fault.unknown": "เกิดข้อผิดพลาด โปรดลองอีกครั้ง",
        ],
    ]
}

/// What one of our own screens says.
public struct FaultTexts: Equatable {
    public let title: String
    public let text: String
    public let tryAgain: String
    public let close: String
    public let loading: String

    /// In the language that the flow will have: what the metadata fix, then the device's, then English.
    public init(code: String, fixedLanguage: String?, languages: [String]) {
        let wanted = (fixedLanguage.map { [$0] } ?? []) + languages
        let known = wanted.compactMap { tag in Texts.byLanguage[String(tag.lowercased().prefix { $0 != "-" && $0 != "_" })] }
        let texts = known.first ?? Texts.byLanguage["en"] ?? [:]
        func text(_ key: String) -> String { texts[key] ?? key }
        title = text(code == "network.offline" ? "offline.title" : "fault.title")
        self.text = texts["fault.\(code)"] ?? text("fault.unknown")
        tryAgain = text("action.tryAgain")
        close = text("action.close")
        loading = text("loading")
    }
}
