/** Element of the documents that 1C exchanges. */
export interface Xml {
  name: string
  text: string
  children: Xml[]
}

const TOKEN = /<\?[^>]*\?>|<!--[\s\S]*?-->|<(\/?)([^\s/>]+)[^>]*?(\/?)>|([^<]+)/g
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (NAMED[name] ?? '') : String.fromCodePoint(Number(code)),
  )

/** Parses a small document. It shares nothing with the portal, so that a mistake of one side is seen by the other. */
export function parseOneCXml(text: string): Xml {
  const root: Xml = { name: '', text: '', children: [] }
  const open = [root]
  for (const [, closing, name, selfClosing, content] of text.matchAll(TOKEN)) {
    const last = open.at(-1)
    if (!last) throw new Error('XML closes more than it opens')
    if (content !== undefined) last.text += unescaped(content)
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`XML closes ${name}, which is not open`)
    } else if (name !== undefined) {
      const element = { name, text: '', children: [] }
      last.children.push(element)
      if (!selfClosing) open.push(element)
    }
  }
  if (open.length !== 1) throw new Error('XML is not closed')
  return root
}

export const all = (element: Xml | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []
export const xmlText = (element: Xml | undefined, ...path: string[]): string =>
  path.reduce<Xml | undefined>((at, name) => all(at, name)[0], element)?.text.trim() ?? ''

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const commerceMl = (content: string) =>
  `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.08" ` +
  `ДатаФормирования="${new Date().toISOString().slice(0, 19)}">${content}</КоммерческаяИнформация>`
