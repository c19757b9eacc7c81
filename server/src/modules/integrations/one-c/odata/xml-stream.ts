import type { Readable } from 'node:stream'
import sax from 'sax'
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
  const parser = sax.parser(true, { position: false })
  let depth = 0
  const refuse = () => {
    throw new OneCFailed('Ответ 1С повреждён', { kind: 'temporary' })
  }
  parser.onerror = refuse
  parser.ondoctype = refuse
  parser.onopentag = ({ name, attributes }) => {
    depth += 1
    if (depth > DEPTH_LIMIT) refuse()
    onOpen(
      localName(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), String(value)])),
    )
  }
  parser.onclosetag = (name) => {
    depth -= 1
    onClose?.(localName(name))
  }
  if (onText) {
    parser.ontext = onText
    parser.oncdata = onText
  }
  const decoder = new TextDecoder()
  for await (const chunk of body as AsyncIterable<Buffer>) parser.write(decoder.decode(chunk, { stream: true }))
  parser.close()
}
