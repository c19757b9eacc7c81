import type { FileFormat, PriceListLimits } from '../types.ts'
import { listArchive, inspectWorkbook, type ArchiveEntry } from '../archive.ts'
import { bufferSource, fileBytes, fileSource, readAll, readHead, tooLarge, type ByteSource } from './byte-source.ts'
import { sniffKind, type FileKind } from '../file-kind.ts'
import { PriceListRefused } from '../price-list-refused.ts'
import { decodeAll, detectEncoding } from '../text-encoding.ts'

export type OpenedSource =
  | { kind: 'text'; source: ByteSource; archiveEntry: string | null }
  | { kind: 'pdf'; content: Buffer; archiveEntry: string | null }
  | {
      kind: 'workbook'
      format: FileFormat
      content: Buffer | string
      encoding: string | null
      archiveEntry: string | null
    }

const HEAD = 4096

/** Detects the format of a file and converts it to text or to a workbook that is safe to parse. */
export async function openSource(path: string, limits: PriceListLimits): Promise<OpenedSource> {
  const size = await fileBytes(path)
  if (size > limits.textBytes) throw tooLarge(limits.textBytes)
  const source = fileSource(path)
  const kind = sniffKind(await readHead(source, HEAD))
  if (kind !== 'zip') return openPlain(source, kind, limits, null)
  const entries = await listArchive(path, limits.textBytes)
  const workbook = workbookFormat(entries)
  if (workbook === null) return openPacked(entries, limits)
  return openWorkbook(source, entries, workbook, limits, null)
}

async function openPlain(
  source: ByteSource,
  kind: Exclude<FileKind, 'zip'>,
  limits: PriceListLimits,
  archiveEntry: string | null,
): Promise<OpenedSource> {
  if (kind === 'text') return { kind, source, archiveEntry }
  const bytes = await readAll(source, limits.sheetBytes)
  if (kind === 'pdf') return { kind, content: bytes, archiveEntry }
  if (kind === 'ole') return { kind: 'workbook', format: 'xls', content: bytes, encoding: null, archiveEntry }
  const encoding = await detectEncoding(bufferSource(source.name, bytes))
  const content = decodeAll(bytes, encoding)
  return { kind: 'workbook', format: markupFormat(content), content, encoding, archiveEntry }
}

/**
 * Detects a document type with declarations (`<!DOCTYPE a [`). The bracket is optional in the expression, so that each
 * part of the text is scanned once; otherwise the scan would restart at every «<!DOCTYPE» of a megabyte.
 */
const hasInternalSubset = (content: string) =>
  Array.from(content.matchAll(/<!DOCTYPE[^[>]*\[?/gi)).some(([declaration]) => declaration.endsWith('['))

function markupFormat(content: string): FileFormat {
  if (/<!ENTITY/i.test(content) || hasInternalSubset(content)) throw new PriceListRefused('declares_entities')
  if (/urn:schemas-microsoft-com:office:spreadsheet/i.test(content) && /<(?:\w+:)?Workbook/i.test(content)) {
    if (/<!DOCTYPE/i.test(content)) throw new PriceListRefused('declares_entities')
    return 'spreadsheetml'
  }
  if (/<table[\s>]/i.test(content)) return 'html'
  throw new PriceListRefused('unknown_kind')
}

/** Detects a workbook format by the names of the entries in a zip archive. */
function workbookFormat(entries: readonly ArchiveEntry[]): FileFormat | null {
  const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name))
  if (has(/^xl\/vbaProject\.bin$/i)) throw new PriceListRefused('macros')
  if (has(/^xl\/workbook\.bin$/i)) throw new PriceListRefused('binary_workbook')
  if (has(/^xl\/workbook\.xml$/i) || (has(/^\[Content_Types\]\.xml$/i) && has(/^xl\//i))) return 'xlsx'
  return has(/^content\.xml$/i) && has(/^mimetype$|^META-INF\/manifest\.xml$/i) ? 'ods' : null
}

async function openWorkbook(
  source: ByteSource,
  entries: readonly ArchiveEntry[],
  format: FileFormat,
  limits: PriceListLimits,
  archiveEntry: string | null,
): Promise<OpenedSource> {
  await inspectWorkbook(entries, limits.sheetBytes)
  const content = await readAll(source, limits.sheetBytes)
  return { kind: 'workbook', format, content, encoding: null, archiveEntry }
}

/** The largest readable file of an archive is the list; the others are letters, pictures and terms of delivery. */
async function openPacked(entries: readonly ArchiveEntry[], limits: PriceListLimits): Promise<OpenedSource> {
  const candidates = entries
    .filter(({ name }) => !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name))
    .toSorted((a, b) => b.size - a.size)
  for (const entry of candidates) {
    const kind = await kindOf(entry)
    if (kind === null) continue
    if (kind !== 'zip') return openPlain(entry, kind, limits, entry.name)
    const bytes = await readAll(entry, limits.sheetBytes)
    const inner = await listArchive(bytes, limits.sheetBytes)
    const format = workbookFormat(inner)
    if (format !== null) return openWorkbook(bufferSource(entry.name, bytes), inner, format, limits, entry.name)
  }
  throw new PriceListRefused('archive_without_list')
}

async function kindOf(entry: ArchiveEntry): Promise<ReturnType<typeof sniffKind> | null> {
  try {
    return sniffKind(await readHead(entry, HEAD))
  } catch (error) {
    if (error instanceof PriceListRefused && (error.reason === 'unknown_kind' || error.reason === 'picture'))
      return null
    throw error
  }
}
