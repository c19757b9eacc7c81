import { createRequire } from 'node:module'
import type { Content, TableCell, TDocumentDefinitions, TFontDictionary } from 'pdfmake/interfaces.js'
import type * as Pdfmake from 'pdfmake'
import { withDrawableTexts } from './pdf-signs.ts'

const require = createRequire(import.meta.url)
const pdfmake = require('pdfmake') as typeof Pdfmake // CommonJS singleton without named exports
pdfmake.setFonts(require('pdfmake/fonts/Roboto.js') as TFontDictionary)
// Denies access to files and network addresses from a document's content.
pdfmake.setLocalAccessPolicy((path) => path.includes('/pdfmake/fonts/Roboto/'))
pdfmake.setUrlAccessPolicy(() => false)

export const MM = 72 / 25.4
export const right = (text: string): TableCell => ({ text, alignment: 'right', noWrap: true })
export const head = (text: string): TableCell => ({ text, bold: true, alignment: 'center' })

interface Named {
  title: string
  author: string
  /** Day or moment of the subject: repeated drawing creates identical bytes. */
  madeAt: string
}

export const infoOf = ({ title, author, madeAt }: Named) => ({ title, author, creationDate: new Date(madeAt) })

/** Page layout of A4 with binding margins; each of several pages names its document. */
export const sheets = ({ number, ...named }: Named & { number: string }) =>
  ({
    pageSize: 'A4',
    pageMargins: [42, 32, 32, 40],
    info: infoOf(named),
    footer: (page, pages) =>
      pages > 1
        ? { text: `${number}, лист ${page} из ${pages}`, alignment: 'right', fontSize: 7, margin: [0, 14, 32, 0] }
        : '',
  }) satisfies Partial<TDocumentDefinitions>

/** Renders a PDF with embedded fonts. For workers only: layout occupies a core for tens of milliseconds. */
export const drawPdf = (definition: TDocumentDefinitions): Promise<Buffer> =>
  pdfmake
    .createPdf({ defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.1 }, ...withDrawableTexts(definition) })
    .getBuffer()

/** QR code of `qrPath` with a width in millimetres. */
export function qrImage({ size, path }: { size: number; path: string }, millimetres: number): Content {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}" fill="#000"/></svg>`
  return { svg, width: millimetres * MM, height: millimetres * MM }
}

/** Truncates a text to a number of characters. */
export const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)
