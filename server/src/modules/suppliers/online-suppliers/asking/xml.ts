import sax from 'sax'

/** Deeper than any answer of a supplier. */
const MOST_DEPTH = 30

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
 * An XML text as plain values: an element is its text or an object of its children, several of one name are a list.
 * Prefixes of names and attributes are left out.
 * @throws Error for what is not well-formed, too deep, or brings a document type, by which entities are declared
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
    if (open.push(element(name.replace(/^.*:/, ''))) > MOST_DEPTH) refused('too deep')()
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
