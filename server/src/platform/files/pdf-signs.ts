import { openSheets } from './pdf-sheets.ts'

/** Replacement for characters that the font lacks, such as emoji: pdfkit writes a wrong width for its own empty box. */
const MISSING = '?'
/** Characters outside plain Russian text, which are looked up in the font. */
const RARE = /[^\n -~«»№–—₽А-яЁё\u00a0]/gu

const { doc } = openSheets({ title: '', author: '', madeAt: new Date(0) })
const { font } = doc._font

const drawable = (text: string) =>
  text.replace(RARE, (sign) => (font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : MISSING))

/** Replaces characters missing in the font in all nested texts. Images, functions and bytes stay unchanged. */
export function withDrawableTexts<T>(value: T): T {
  if (typeof value === 'string') return drawable(value) as T
  if (Array.isArray(value)) return value.map(withDrawableTexts) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'svg' || key === 'image' ? inner : withDrawableTexts(inner),
    ]),
  ) as T
}
