import { createRequire } from 'node:module'
import type Pdfkit from 'pdfkit'

const require = createRequire(import.meta.url)
const Document = require('pdfkit') as typeof Pdfkit // CommonJS
const fontFile = (name: string) => require.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`)

/** Undocumented part of the library's fonts used here. */
export interface SheetFont {
  id: string
  /** In thousandths of the font size. */
  ascender: number
  /** Glyphs as hexadecimal codes, and the width of each in thousandths of the font size. */
  encode: (text: string) => [glyphs: string[], positions: { advanceWidth: number }[]]
  ref: () => unknown
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean }
}
export type Sheets = InstanceType<typeof Pdfkit> & { _font: SheetFont }

/** A4 in points. */
export const SHEET = { height: 841.89, left: 42, top: 32, width: 521, bottom: 801.89 }
const FOOTER = { top: 815, size: 7 }

/**
 * Opens an A4 document written from the top, text by text, in the weights `regular` and `bold`; `finish` writes the
 * footer of every page if there are several. For documents of any length; others are laid out by pdfmake.
 */
export function openSheets({ title, author, madeAt }: { title: string; author: string; madeAt: Date }) {
  const { height, left, top, bottom, width } = SHEET
  const doc = new Document({
    size: 'A4',
    margins: { left, top, right: 595.28 - left - width, bottom: height - bottom },
    bufferPages: true,
    font: fontFile('Regular'),
    info: { Title: title, Author: author, CreationDate: madeAt },
  }) as Sheets
  doc.registerFont('regular', fontFile('Regular'))
  doc.registerFont('bold', fontFile('Medium'))
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  const finish = async (footer: (page: number, pages: number) => string): Promise<Buffer> => {
    const { count } = doc.bufferedPageRange()
    doc.font('regular').fontSize(FOOTER.size)
    for (let page = 0; page < count && count > 1; page += 1) {
      doc.switchToPage(page)
      const text = footer(page + 1, count)
      doc.text(text, left + width - doc.widthOfString(text), FOOTER.top, { lineBreak: false })
    }
    doc.end()
    await ended
    return Buffer.concat(parts)
  }
  return { doc, finish }
}
