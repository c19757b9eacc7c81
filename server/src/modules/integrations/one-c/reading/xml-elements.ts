import { open } from 'node:fs/promises'
import { encodingExists, getDecoder } from 'iconv-lite'
import { SaxesParser } from 'saxes'

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
/** Bytes that are decoded at once. */
const PIECE_SIZE = 64 * 1024
/** Document type behind instructions and comments. */
const DOCTYPE = /^\uFEFF?(?:\s|<\?(?:(?!\?>)[^])*\?>|<!--(?:(?!-->)[^])*-->)*<!DOCTYPE/i
/** Saxes begins its errors with the line and the column. */
const NOT_WELL_FORMED = /^\d+:\d+: /

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

const NO_ATTRIBUTES: XmlElement['attributes'] = {}

function localAttributes(attributes: Readonly<Record<string, string>>): XmlElement['attributes'] {
  const names = Object.keys(attributes)
  if (names.length === 0) return NO_ATTRIBUTES
  if (names.length > MAX_ATTRIBUTES) throw new FileRefused('У элемента слишком много атрибутов')
  return Object.fromEntries(names.map((name) => [localName(name), attributes[name] ?? '']))
}

/**
 * Builds the elements that `reader` collects; memory is limited by the largest of them. With more than four handlers,
 * saxes reads three times slower.
 */
function build(parser: SaxesParser, reader: Reader) {
  /** Place of every open element, by local names under the root. */
  const places: string[] = []
  const open: XmlElement[] = []
  let length = 0
  const add = (text: string) => {
    const last = open.at(-1)
    if (!last) return
    length += text.length
    if (length > MAX_ELEMENT_LENGTH) throw new FileRefused(`Слишком большой элемент: строка ${parser.line}`)
    last.text += text
  }
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    const parent = open.at(-1)
    if (places.length + open.length >= MAX_DEPTH) throw new FileRefused('Элементы вложены слишком глубоко')
    if (!parent) {
      const isRoot = places.length === 0
      const around = places.at(-1)
      const place = around ? `${around}/${name}` : name
      if (isRoot || !reader.isCollected(place)) {
        // The root is no part of a place.
        places.push(isRoot ? '' : place)
        return reader.onOpen(place, localAttributes(tag.attributes))
      }
      length = 0
    }
    const element: XmlElement = { name, attributes: localAttributes(tag.attributes), text: '', children: [] }
    parent?.children.push(element)
    open.push(element)
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) {
      places.pop()
      return
    }
    element.text = element.text.trim()
    if (open.length === 0) reader.onElement(element)
  })
}

/** Reads the text of a file piece by piece, through one buffer for all pieces. */
async function* readText(path: string): AsyncGenerator<string> {
  const decoder = getDecoder(await encodingOf(path))
  const buffer = Buffer.alloc(PIECE_SIZE)
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE_SIZE, null)
      if (bytesRead === 0) break
      yield decoder.write(buffer.subarray(0, bytesRead))
    }
    yield decoder.end() ?? ''
  } finally {
    await file.close()
  }
}

/**
 * Reads an XML file piece by piece and passes the collected elements on; yields after each piece, so that the caller can
 * take what has been collected.
 * @throws FileRefused for a damaged or hostile file
 */
export async function* readElements(path: string, reader: Reader): AsyncGenerator<void> {
  const parser = new SaxesParser()
  build(parser, reader)
  const parse = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof Error && NOT_WELL_FORMED.test(error.message))) throw error
      throw new FileRefused(`Файл повреждён: строка ${parser.line}. Выгрузите его из 1С ещё раз`)
    }
  }
  let isFirst = true
  for await (const piece of readText(path)) {
    if (isFirst && DOCTYPE.test(piece)) throw new FileRefused('В файле есть DOCTYPE: такие файлы портал не читает')
    isFirst = false
    parse(() => parser.write(piece))
    yield
  }
  parse(() => parser.close())
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
