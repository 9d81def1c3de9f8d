import { fileURLToPath } from 'node:url'

/** Noto Sans covers European languages and Hindi. DejaVu Sans covers Arabic, Hebrew, Georgian, symbols and emoji. */
export const fontFiles = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
  wide: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  wideBold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
} as const
export type FontName = keyof typeof fontFiles

const chain: Record<'regular' | 'bold', readonly FontName[]> = { regular: ['regular', 'wide'], bold: ['bold', 'wideBold', 'wide'] }

export type Style = { size: number; isBold?: boolean | undefined; colour: string }

/** Measures text in each font, and finds a font with its glyphs. */
export type Typeface = {
  widthOf: (text: string, font: FontName, size: number) => number
  /** The first font with every glyph of a text. Undefined if there is none. */
  fontFor: (text: string, isBold: boolean) => FontName | undefined
}

/** Missing from the types of the library: the font of a name, with its glyphs. */
type WithFont = { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } }

export function openTypeface(pdf: PDFKit.PDFDocument): Typeface {
  const known = new Map<string, FontName | undefined>()
  const has = (font: FontName, text: string) => {
    const { _font } = pdf.font(fontFiles[font]) as unknown as WithFont // see above
    return [...text].every((letter) => _font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  }
  return {
    widthOf: (text, font, size) => pdf.font(fontFiles[font]).fontSize(size).widthOfString(text),
    fontFor: (text, isBold) => {
      const key = `${isBold ? 'b' : 'r'}${text}`
      if (!known.has(key))
        known.set(
          key,
          chain[isBold ? 'bold' : 'regular'].find((font) => has(font, text)),
        )
      return known.get(key)
    },
  }
}
