import { lexer, type Token, type Tokens } from 'marked'
import type { BegunElement, RichText } from './rich-text.ts'

const around = (begun: BegunElement, inside: RichText = []): RichText => [begun, ...inside, null]

const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)

const inline = (tokens: readonly Token[] = []): RichText => tokens.flatMap(inlineOf)

/** Converts an inline token; unknown tokens, HTML above all, stay text. The token's `type` is the lexer's. */
function inlineOf(token: Token): RichText {
  const inside = 'tokens' in token ? token.tokens : undefined
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return around({ element: token.type }, inline(inside))
    case 'codespan':
      return around({ element: 'code' }, [textOf(token)])
    case 'br':
      return around({ element: 'br' })
    case 'link':
      return around({ element: 'a', href: (token as Tokens.Link).href }, inline(inside))
    case 'text':
    case 'escape':
    case 'image':
      return inside ? inline(inside) : [textOf(token)]
    default:
      return [token.raw]
  }
}

function listOf({ ordered, start, items }: Tokens.List): RichText {
  const rows = items.flatMap(({ tokens }) => around({ element: 'li' }, blocks(tokens)))
  return around(ordered ? { element: 'ol', start: Number(start) || 1 } : { element: 'ul' }, rows)
}

const rowOf = (element: 'th' | 'td', cells: readonly Tokens.TableCell[]) =>
  around(
    { element: 'tr' },
    cells.flatMap(({ tokens }) => around({ element }, inline(tokens))),
  )

const tableOf = ({ header, rows }: Tokens.Table): RichText =>
  around({ element: 'table', name: header.map(({ text }) => text).join(', ') }, [
    ...around({ element: 'thead' }, rowOf('th', header)),
    ...around(
      { element: 'tbody' },
      rows.flatMap((row) => rowOf('td', row)),
    ),
  ])

const blocks = (tokens: readonly Token[] = []): RichText => tokens.flatMap(blockOf)

function blockOf(token: Token): RichText {
  const inside = 'tokens' in token ? token.tokens : undefined
  switch (token.type) {
    case 'heading':
      // Heading levels start below the page's own heading.
      return around({ element: (token as Tokens.Heading).depth <= 2 ? 'h2' : 'h3' }, inline(inside))
    case 'list':
      return listOf(token as Tokens.List)
    case 'table':
      return tableOf(token as Tokens.Table)
    case 'paragraph':
      return around({ element: 'p' }, inline(inside))
    case 'blockquote':
      return around({ element: 'blockquote' }, blocks(inside))
    case 'code':
      return around({ element: 'pre' }, [textOf(token)])
    case 'hr':
      return around({ element: 'hr' })
    case 'space':
    case 'def':
    case 'checkbox':
      return []
    case 'text':
      return inlineOf(token)
    default:
      return around({ element: 'p' }, [token.raw.trim()])
  }
}

/**
 * Nesting limit, so that parsing and rendering cannot exhaust the stack; twenty nested lists are beyond practical use.
 */
const MAX_NESTING = 50

function isShallow(parts: RichText): boolean {
  let depth = 0
  return parts.every((part) => {
    if (part === null) depth--
    else if (typeof part !== 'string') depth++
    return depth <= MAX_NESTING
  })
}

/** Limit per paragraph: matching the ends of more nested marks takes the lexer seconds. */
const MAX_MARKS = 2000
/** Line that begins with this many quotations and lists and would exceed the nesting limit. */
const DEEP_LINE = new RegExp(String.raw`^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){${MAX_NESTING}}`, 'm')

const isTooRich = (text: string) =>
  DEEP_LINE.test(text) ||
  text.split(/\n\s*\n/).some((paragraph) => (paragraph.match(/[*_~]+/g)?.length ?? 0) > MAX_MARKS)

/** Returns `null` when elements are nested too deeply. */
function tryReading(text: string): RichText | null {
  if (isTooRich(text)) return null
  try {
    const parts = blocks(lexer(text))
    return isShallow(parts) ? parts : null
  } catch (error) {
    // The lexer recurses with the text until the stack ends.
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Parses a Markdown text. Input never becomes markup: the result contains only listed elements and words. A text with
 * more than 50 levels of lists, quotations and the like, or 2,000 marks in a paragraph, is returned as written.
 */
export const readMarkdown = (text: string): RichText => tryReading(text) ?? around({ element: 'pre' }, [text])

/** Checks whether the text can be parsed. */
export const isReadable = (text: string): boolean => tryReading(text) !== null
