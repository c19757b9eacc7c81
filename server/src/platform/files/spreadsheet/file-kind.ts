import { PriceListRefused } from './price-list-refused.ts'
import type { FileRefusalReason } from './refusals.data.ts'

/** Type of a file by its first bytes, regardless of its name. */
export type FileKind = 'zip' | 'ole' | 'markup' | 'text' | 'pdf'

const REFUSED_MAGIC: readonly [magic: string, reason: FileRefusalReason][] = [
  ['Rar!', 'rar'],
  ['7z\xbc\xaf', 'unknown_kind'],
  ['\x1f\x8b', 'unknown_kind'],
  ['MZ', 'unknown_kind'],
  ['\x7fELF', 'unknown_kind'],
  ['\x89PNG', 'picture'],
  ['GIF8', 'picture'],
  ['\xff\xd8\xff', 'picture'],
]
const ZIP = ['PK\x03\x04', 'PK\x05\x06']
const PDF = '%PDF-'
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const MARKUP_AT_START =
  /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|\?xml|\?mso|html|head|meta|body|table|svg|workbook|!--|style)/i

/** Detects the type of a file by its first few thousand bytes. */
export function sniffKind(head: Buffer): FileKind {
  if (head.length === 0) throw new PriceListRefused('empty')
  const bytes = head.toString('latin1')
  const refused = REFUSED_MAGIC.find(([magic]) => bytes.startsWith(magic))
  if (refused !== undefined && !isTextAnyway(head, refused[0])) throw new PriceListRefused(refused[1])
  if (ZIP.some((magic) => bytes.startsWith(magic))) return 'zip'
  if (bytes.startsWith(OLE)) return 'ole'
  if (bytes.startsWith(PDF)) return 'pdf'
  if (MARKUP_AT_START.test(isUtf16(head) ? bytes.replaceAll('\0', '').replace(/^[\xff\xfe]{2}/, '') : bytes))
    return 'markup'
  if (!isUtf16(head) && controlShare(head) > 0.02) throw new PriceListRefused('unknown_kind')
  return 'text'
}

/** Detects UTF-16 by its byte order mark, or by every other byte being zero or the high byte of Cyrillic. */
export function isUtf16(head: Buffer): false | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const high = [0, 0]
  const looked = Math.min(head.length & ~1, 4096)
  for (let at = 0; at < looked; at++) {
    if (head[at] === 0 || head[at] === 4) high[at & 1] = (high[at & 1] ?? 0) + 1
  }
  const half = looked / 2
  if (half < 4) return false
  if ((high[1] ?? 0) > half * 0.8 && (high[0] ?? 0) < half * 0.2) return 'utf-16le'
  return (high[0] ?? 0) > half * 0.8 && (high[1] ?? 0) < half * 0.2 ? 'utf-16be' : false
}

/** Detects text in spite of a binary signature: a list may start with «MZ690411» or «GIF8…». */
function isTextAnyway(head: Buffer, magic: string): boolean {
  return /^[\x20-\x7e]+$/.test(magic) && magic !== 'Rar!' && controlShare(head) === 0
}

function controlShare(head: Buffer): number {
  let controls = 0
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1a)) controls++
  return controls / Math.max(head.length, 1)
}
