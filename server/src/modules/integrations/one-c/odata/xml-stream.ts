import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { OneCFailed } from './failures.ts'

const DEPTH_LIMIT = 40

/** Name without its prefix: «d:Ref_Key» is «Ref_Key». */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

interface Handlers {
  onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void
  onText?: (text: string) => void
  onClose?: (name: string) => void
}

/**
 * Reads XML piece by piece; names are local.
 * @throws OneCFailed for what is no XML, or declares a document type
 */
export async function readXml(body: Readable, { onOpen, onText, onClose }: Handlers): Promise<void> {
  const parser = new SaxesParser({ position: false })
  let depth = 0
  const refuse = () => {
    throw new OneCFailed('Ответ 1С повреждён', { kind: 'temporary' })
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > DEPTH_LIMIT) refuse()
    onOpen(
      localName(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
    )
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    onClose?.(localName(name))
  })
  if (onText) {
    parser.on('text', onText)
    parser.on('cdata', onText)
  }
  const decoder = new TextDecoder()
  for await (const chunk of body as AsyncIterable<Buffer>) parser.write(decoder.decode(chunk, { stream: true }))
  parser.close()
}
