import { SaxesParser } from 'saxes'

/** Depth limit, above that of any supplier's answer. */
const MAX_DEPTH = 30

interface Element {
  name: string
  text: string
  children: Map<string, unknown[]>
}

const element = (name: string): Element => ({ name, text: '', children: new Map() })

const valueOf = ({ text, children }: Element): unknown =>
  children.size === 0
    ? text.trim()
    : Object.fromEntries(Array.from(children, ([name, values]) => [name, values.length === 1 ? values[0] : values]))

/** Control characters, which XML forbids and some suppliers send. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]/gu

const refused = (why: string) => () => {
  throw new Error(why)
}

/**
 * Parses XML into plain values: an element becomes its text or an object of its children, repeated names become an
 * array. Namespace prefixes and attributes are dropped.
 * @throws Error for malformed or too deep XML, and for a document type, which could declare entities
 */
export function parseXml(text: string): unknown {
  const parser = new SaxesParser({ position: false })
  const root = element('')
  const open = [root]
  const add = (words: string) => {
    const last = open.at(-1)
    if (last) last.text += words
  }
  parser.on('error', refused('not well-formed'))
  parser.on('doctype', refused('a document type'))
  parser.on('opentag', ({ name }) => {
    if (open.push(element(name.replace(/^.*:/, ''))) > MAX_DEPTH) refused('too deep')()
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const closed = open.pop() ?? root
    const siblings = open.at(-1)?.children
    const named = siblings?.get(closed.name)
    if (named) named.push(valueOf(closed))
    else siblings?.set(closed.name, [valueOf(closed)])
  })
  parser.write(text.replace(FORBIDDEN, '')).close()
  return valueOf(root)
}
