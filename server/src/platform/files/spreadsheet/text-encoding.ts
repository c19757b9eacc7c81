import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { type ByteSource, readHead } from './workers/byte-source.ts'
import { isUtf16 } from './file-kind.ts'

/** `mixed`: some lines are UTF-8 and some windows-1251, as in two concatenated exports. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'cp866' | 'koi8-r' | 'mixed'

interface TextDecoding {
  write(chunk: Buffer): string
  end(): string
}

const SAMPLE = 256 * 1024
const LINE_FEED = 0x0a
const ONE_BYTE = ['windows-1251', 'cp866', 'koi8-r'] as const

/**
 * Detects the encoding of a text file. UTF-8 is verified over the whole file, because a list may start with a hundred
 * thousand Latin rows; one-byte Cyrillic encodings are distinguished by the frequency of Russian letters.
 */
export async function detectEncoding(source: ByteSource): Promise<TextEncoding> {
  const head = await readHead(source, SAMPLE)
  const wide = isUtf16(head)
  if (wide !== false) return wide
  let tail = Buffer.alloc(0)
  for await (const chunk of source.open()) {
    const whole = tail.length === 0 ? chunk : Buffer.concat([tail, chunk])
    const end = lastCompleteCharacter(whole)
    if (!isUtf8(whole.subarray(0, end))) return oneByteEncoding(Buffer.concat([head, whole]))
    tail = Buffer.from(whole.subarray(end))
  }
  return tail.length > 0 ? oneByteEncoding(head) : 'utf-8'
}

function oneByteEncoding(sample: Buffer): TextEncoding {
  const lines = linesOf(sample).filter(hasHighBytes)
  const foreign = lines.filter((line) => !isUtf8(line))
  if (lines.length - foreign.length > Math.max(2, lines.length * 0.05)) return 'mixed'
  const bytes = Buffer.concat(foreign).subarray(0, SAMPLE)
  const scores = ONE_BYTE.map((encoding) => ({ encoding, score: russianness(iconv.decode(bytes, encoding)) }))
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).encoding
}

/** Scores a text: common lower-case letters add, symbols and capitals inside words subtract. */
function russianness(text: string): number {
  const common = text.match(/[оеаинтсрвл]/g)?.length ?? 0
  const strange = text.match(/[^\x00-\x7fа-яА-ЯёЁ№«»—–“”…°±®™©²³\u00a0]/g)?.length ?? 0
  const swapped = text.match(/[а-яё][А-ЯЁ]/g)?.length ?? 0
  const capitals = text.match(/[ОЕАИНТСРВЛ]/g)?.length ?? 0
  return common + capitals * 0.6 - strange * 2 - swapped * 2
}

export function createDecoding(encoding: TextEncoding): TextDecoding {
  if (encoding === 'mixed') return mixedDecoding()
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') {
    const decoder = new TextDecoder(encoding)
    return { write: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() }
  }
  const decoder = iconv.getDecoder(encoding)
  return { write: (chunk) => decoder.write(chunk), end: () => decoder.end() ?? '' }
}

export function decodeAll(bytes: Buffer, encoding: TextEncoding): string {
  const decoding = createDecoding(encoding)
  return decoding.write(bytes) + decoding.end()
}

function mixedDecoding(): TextDecoding {
  let rest = Buffer.alloc(0)
  const decodeLine = (line: Buffer) => (isUtf8(line) ? line.toString('utf8') : iconv.decode(line, 'windows-1251'))
  return {
    write(chunk) {
      const whole = Buffer.concat([rest, chunk])
      const end = whole.lastIndexOf(LINE_FEED) + 1
      rest = Buffer.from(whole.subarray(end))
      return linesOf(whole.subarray(0, end)).map(decodeLine).join('')
    },
    end: () => decodeLine(rest),
  }
}

/** Lines with their line feeds. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const end = feed < 0 ? bytes.length : feed + 1
    lines.push(bytes.subarray(start, end))
    start = end
  }
  return lines
}

function hasHighBytes(line: Buffer): boolean {
  return line.some((byte) => byte >= 0x80)
}

/** Position after the last complete UTF-8 character: at most three trailing bytes may belong to the next chunk. */
function lastCompleteCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function sequenceLength(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
}
