import { lexer, type Token, type Tokens } from 'marked'
import type { LegalVersionText } from '@artikul/contract/legal'
import type { Content } from 'pdfmake/interfaces.js'
import { dayText } from '../../platform/clock.ts'
import { drawPdf, head, sheets } from '../../platform/pdf.ts'

export type LegalPaper = LegalVersionText & { author: string }

const PROTOCOLS = /^(https?:|mailto:|tel:)/i
const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)

const inline = (tokens: readonly Token[] = []): Content[] => tokens.map(inlineOf)

/** As the site draws it: whatever is not known here, HTML above all, stays the text that it is. */
function inlineOf(token: Token): Content {
  switch (token.type) {
    case 'strong':
      return { text: inline(token.tokens), bold: true }
    case 'em':
      return { text: inline(token.tokens), italics: true }
    case 'del':
      return { text: inline(token.tokens), decoration: 'lineThrough' }
    case 'br':
      return '\n'
    case 'link':
      return linkOf(token as Tokens.Link)
    case 'codespan':
      return textOf(token)
    case 'text':
    case 'escape':
    case 'image':
      return 'tokens' in token ? { text: inline(token.tokens) } : softened(textOf(token))
    default:
      return token.raw
  }
}

/** A line that ends inside a paragraph goes on. */
const softened = (text: string) => text.replaceAll('\n', ' ')

const linkOf = ({ href, tokens }: Tokens.Link): Content =>
  PROTOCOLS.test(href) ? { text: inline(tokens), link: href, decoration: 'underline' } : { text: inline(tokens) }

const HEADINGS = [15, 12.5, 11]
const AFTER = 6

function headingOf({ depth, tokens }: Tokens.Heading): Content {
  const fontSize = HEADINGS[Math.min(depth, HEADINGS.length) - 1] ?? 11
  return { text: inline(tokens), bold: true, fontSize, margin: [0, 8, 0, 4], headlineLevel: depth }
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

/** The lexer says what a token is by its `type` alone. */
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
      return { text: [inlineOf(token)], margin }
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

/** A version of the offer or of a consent, with the sum of its text, which consents name. */
export default function drawLegal(paper: LegalPaper): Promise<Buffer> {
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
