/** A text in another language, and the English text that was translated. When the English text changes, the translation no longer fits. */
type TranslatedText = { source: string; text: string }

/** The translated texts of one language, by the id of the text. */
export type Texts = Record<string, TranslatedText>

/** The translations of a form by language, such as cy. English is the form itself. */
export type Translations = Record<string, Texts>
