import sax from 'sax'

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

const refused = (why: string) => () => {
  throw new Error(why)
}

/**
 * Parses XML into plain values: an element becomes its text or an object of its children, repeated names become an
 * array. Namespace prefixes and attributes are dropped.
 * @throws Error for malformed or too deep XML, and for a document type, which could declare entities
 */
export function parseXml(text: string): unknown {
  const parser = sax.parser(true, { position: false })
  const root = element('')
  const open = [root]
  const add = (words: string) => {
    const last = open.at(-1)
    if (last) last.text += words
  }
  parser.onerror = refused('not well-formed')
  parser.ondoctype = refused('a document type')
  parser.onopentag = ({ name }) => {
    if (open.push(element(name.replace(/^.*:/, ''))) > MAX_DEPTH) refused('too deep')()
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onclosetag = () => {
    const closed = open.pop() ?? root
    const siblings = open.at(-1)?.children
    const named = siblings?.get(closed.name)
    if (named) named.push(valueOf(closed))
    else siblings?.set(closed.name, [valueOf(closed)])
  }
  parser.write(text).close()
  return valueOf(root)
}
