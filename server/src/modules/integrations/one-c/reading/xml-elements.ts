import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { decodeStream, encodingExists } from 'iconv-lite'
import sax from 'sax'

/** Element with everything in it, by local names. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Own text, trimmed. */
  text: string
  children: XmlElement[]
}

/** Reason why a file is not read, in words for the administrator of 1C. */
export class FileRefused extends Error {}

const MAX_DEPTH = 64
const MAX_ATTRIBUTES = 50
/** Characters of one collected element: a product with a long description. */
const MAX_ELEMENT_LENGTH = 4_000_000
const HEAD = 512

/**
 * Detects the encoding: a byte order mark, then the declaration, then UTF-8.
 * @throws FileRefused for an encoding that is unknown or belongs to no 1C
 */
async function encodingOf(path: string): Promise<string> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close())
  const head = buffer.subarray(0, bytesRead)
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const declared = /^[^<]{0,3}<\?xml[^>]{0,200}encoding=["']([\w-]{1,40})["']/.exec(head.toString('latin1'))?.[1]
  const encoding = (declared ?? 'utf-8').toLowerCase()
  if (['utf-8', 'windows-1251', 'cp1251', 'utf-16'].includes(encoding) && encodingExists(encoding)) return encoding
  throw new FileRefused(`Кодировка ${declared} не поддерживается: нужна UTF-8 или windows-1251`)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

interface Reader {
  /** Paths of the elements to collect, by local names from the root: «Каталог/Товары/Товар». */
  isCollected: (path: string) => boolean
  /** Called at the start of every element that is not collected. */
  onOpen: (path: string, attributes: Readonly<Record<string, string>>) => void
  onElement: (element: XmlElement) => void
}

function guarded(parser: sax.SAXParser) {
  parser.ondoctype = () => {
    throw new FileRefused('В файле есть DOCTYPE: такие файлы портал не читает')
  }
  let attributes = 0
  parser.onopentagstart = () => {
    attributes = 0
  }
  parser.onattribute = () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) throw new FileRefused('У элемента слишком много атрибутов')
  }
  parser.onerror = () => {
    throw new FileRefused(`Файл повреждён: строка ${parser.line + 1}. Выгрузите его из 1С ещё раз`)
  }
}

/** Builds the elements that `reader` collects; memory is limited by the largest of them. */
function createBuilder(parser: sax.SAXParser, reader: Reader) {
  const path: string[] = []
  const open: XmlElement[] = []
  let length = 0
  const add = (text: string) => {
    const last = open.at(-1)
    if (!last) return
    length += text.length
    if (length > MAX_ELEMENT_LENGTH) throw new FileRefused(`Слишком большой элемент: строка ${parser.line + 1}`)
    last.text += text
  }
  parser.onopentag = (tag) => {
    path.push(localName(tag.name))
    if (path.length > MAX_DEPTH) throw new FileRefused('Элементы вложены слишком глубоко')
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([name, value]) => [localName(name), String(value)]),
    )
    const name = path.at(-1) ?? ''
    const parent = open.at(-1)
    const place = path.slice(1).join('/')
    if (!parent && !reader.isCollected(place)) return reader.onOpen(path.length === 1 ? name : place, attributes)
    const element: XmlElement = { name, attributes, text: '', children: [] }
    if (parent) parent.children.push(element)
    else length = 0
    open.push(element)
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onclosetag = () => {
    const element = open.pop()
    if (element) {
      element.text = element.text.trim()
      if (open.length === 0) reader.onElement(element)
    }
    path.pop()
  }
}

/**
 * Reads an XML file piece by piece and passes the collected elements on; yields after each piece, so that the caller can
 * take what has been collected.
 * @throws FileRefused for a damaged or hostile file
 */
export async function* readElements(path: string, reader: Reader): AsyncGenerator<void> {
  const parser = sax.parser(true, { position: true })
  guarded(parser)
  createBuilder(parser, reader)
  const text = createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(decodeStream(await encodingOf(path)))
  for await (const piece of text as AsyncIterable<string>) {
    parser.write(piece)
    yield
  }
  parser.close()
  yield
}

/** First child of the name. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name)

/** Children of the name. */
export const childElements = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((one) => one.name === name) ?? []

/** Text at a path of names: `textAt(good, 'Изготовитель', 'Наименование')`; empty when there is none. */
export const textAt = (element: XmlElement | undefined, ...names: string[]): string =>
  names.reduce<XmlElement | undefined>(child, element)?.text ?? ''
