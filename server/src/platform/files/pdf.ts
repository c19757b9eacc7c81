import { createRequire } from 'node:module'
import type { Content, TableCell, TDocumentDefinitions, TFontDictionary } from 'pdfmake/interfaces.js'
import type * as Pdfmake from 'pdfmake'
import { withDrawableTexts } from './pdf-signs.ts'

const require = createRequire(import.meta.url)
const pdfmake = require('pdfmake') as typeof Pdfmake // CommonJS singleton without named exports
pdfmake.setFonts(require('pdfmake/fonts/Roboto.js') as TFontDictionary)
// A document draws only what it is given: no file and no address from its texts.
pdfmake.setLocalAccessPolicy((path) => path.includes('/pdfmake/fonts/Roboto/'))
pdfmake.setUrlAccessPolicy(() => false)

export const MM = 72 / 25.4
export const right = (text: string): TableCell => ({ text, alignment: 'right', noWrap: true })
export const head = (text: string): TableCell => ({ text, bold: true, alignment: 'center' })

interface Named {
  title: string
  author: string
  /** The day or the moment of what it is about: drawn twice, a document is the same byte for byte. */
  madeAt: string
}

export const infoOf = ({ title, author, madeAt }: Named) => ({ title, author, creationDate: new Date(madeAt) })

/** Sheets of A4 with the margins of a filed document; each of several says whose it is. */
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

/** A PDF with embedded fonts. In a worker only: layout takes tens of milliseconds of a core. */
export const drawPdf = (definition: TDocumentDefinitions): Promise<Buffer> =>
  pdfmake
    .createPdf({ defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.1 }, ...withDrawableTexts(definition) })
    .getBuffer()

/** A QR code as `qrPath` makes it, so many millimetres wide. */
export function qrImage({ size, path }: { size: number; path: string }, millimetres: number): Content {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}" fill="#000"/></svg>`
  return { svg, width: millimetres * MM, height: millimetres * MM }
}

/** As much of a text as fits so many letters. */
export const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)
