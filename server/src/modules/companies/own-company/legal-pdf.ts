import { lexer, type Token, type Tokens } from 'marked'
import type { LegalVersionText } from '@artikul/contract/companies/legal'
import type { Content, ContentText } from 'pdfmake/interfaces.js'
import { dayText } from '../../../platform/clock.ts'
import { drawPdf, head, sheets } from '../../../platform/files/pdf.ts'

export type LegalDocument = LegalVersionText & { author: string }

const PROTOCOLS = /^(https?:|mailto:|tel:)/i
const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)

/** Style of a text fragment; pdfmake does not inherit styles in nested texts. */
type TextStyle = Pick<ContentText, 'bold' | 'italics' | 'decoration' | 'link'>

const inline = (tokens: readonly Token[] = [], look: TextStyle = {}): ContentText[] =>
  tokens.flatMap((token) => inlineOf(token, look))

/** Renders inline tokens as the site does: unknown ones, above all HTML, stay plain text. */
function inlineOf(token: Token, look: TextStyle): ContentText[] {
  const within = 'tokens' in token ? token.tokens : undefined
  switch (token.type) {
    case 'strong':
      return inline(within, { ...look, bold: true })
    case 'em':
      return inline(within, { ...look, italics: true })
    case 'del':
      return inline(within, { ...look, decoration: 'lineThrough' })
    case 'link':
      return inline(within, linked(token as Tokens.Link, look))
    case 'br':
      return [{ text: '\n' }]
    case 'codespan':
      return [{ text: textOf(token), ...look }]
    case 'text':
    case 'escape':
    case 'image':
      // A line break within a paragraph continues the paragraph.
      return within ? inline(within, look) : [{ text: textOf(token).replaceAll('\n', ' '), ...look }]
    default:
      return [{ text: token.raw, ...look }]
  }
}

const linked = ({ href }: Tokens.Link, look: TextStyle): TextStyle =>
  PROTOCOLS.test(href) ? { ...look, link: href, decoration: 'underline' } : look

const HEADINGS = [15, 12.5, 11]
const AFTER = 6

function headingOf({ depth, tokens }: Tokens.Heading): Content {
  const fontSize = HEADINGS[Math.min(depth, HEADINGS.length) - 1] ?? 11
  return { text: inline(tokens, { bold: true }), fontSize, margin: [0, 8, 0, 4], headlineLevel: depth }
}

function listOf({ ordered, start, items }: Tokens.List): Content {
  const rows = items.map((item): Content => ({ stack: blocks(item.tokens, 2) }))
  const margin: [number, number, number, number] = [0, 0, 0, AFTER]
  return ordered ? { ol: rows, start: Number(start) || 1, margin } : { ul: rows, margin }
}

const tableOf = ({ header, rows }: Tokens.Table): Content => ({
  margin: [0, 2, 0, AFTER],
  fontSize: 9,
  table: {
    headerRows: 1,
    widths: header.map(() => '*'),
    body: [
      header.map(({ text }) => head(text)),
      ...rows.map((row) => row.map(({ tokens }) => ({ text: inline(tokens) }))),
    ],
  },
})

const blocks = (tokens: readonly Token[], after = AFTER): Content[] =>
  tokens.flatMap((token) => blockOf(token, after) ?? [])

/** The lexer distinguishes tokens by their `type` only. */
function blockOf(token: Token, after: number): Content | null {
  const margin: [number, number, number, number] = [0, 0, 0, after]
  switch (token.type) {
    case 'heading':
      return headingOf(token as Tokens.Heading)
    case 'list':
      return listOf(token as Tokens.List)
    case 'table':
      return tableOf(token as Tokens.Table)
    case 'paragraph':
      return { text: inline(token.tokens), margin }
    case 'text':
      return { text: inlineOf(token, {}), margin }
    case 'blockquote':
      return { stack: blocks(token.tokens ?? []), margin: [14, 0, 0, 0], color: '#555' }
    case 'hr':
      return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 521, y2: 0, lineWidth: 0.5 }], margin: [0, 4, 0, 8] }
    case 'code':
      return { text: textOf(token), margin }
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    default:
      return { text: token.raw.trim(), margin }
  }
}

/** Draws a version of a legal text with its checksum, which consents refer to. */
export default function drawLegal(paper: LegalDocument): Promise<Buffer> {
  const { title, version, hash, author } = paper
  const edition = `Редакция ${version} от ${dayText(paper.in_force_from)}`
  return drawPdf({
    ...sheets({ title, author, number: `${title}. ${edition}`, madeAt: paper.published_at }),
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
    pageBreakBefore: ({ headlineLevel }, { getFollowingNodesOnPage }) =>
      headlineLevel !== undefined && getFollowingNodesOnPage().length === 0,
    content: [
      { text: title, fontSize: 18, bold: true, margin: [0, 0, 0, 2] },
      { text: edition, color: '#555', margin: [0, 0, 0, 10] },
      ...blocks(lexer(paper.body)),
      { text: `Контрольная сумма текста (SHA-256): ${hash}`, fontSize: 7, color: '#555', margin: [0, 14, 0, 0] },
    ],
  })
}
