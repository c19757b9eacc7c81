import type { PriceListLimits, RawRow } from './types.ts'
import { type ByteSource, tooLarge } from './workers/byte-source.ts'
import type { CsvDialect } from './csv-dialect.ts'
import { PriceListRefused } from './price-list-refused.ts'
import { createDecoding, type TextEncoding } from './text-encoding.ts'
import { createRecordSplitter } from './text-records.ts'

/** Yields rows of a text file chunk by chunk, with constant memory. */
export async function* readTextRows(
  source: ByteSource,
  encoding: TextEncoding,
  dialect: CsvDialect,
  limits: PriceListLimits,
): AsyncGenerator<RawRow[]> {
  const decoding = createDecoding(encoding)
  const splitter = createRecordSplitter(dialect.delimiter, dialect.lineFeed)
  let bytes = 0
  let first = true
  for await (const chunk of source.open()) {
    bytes += chunk.length
    if (bytes > limits.textBytes) throw tooLarge(limits.textBytes)
    const text = decoding.write(chunk)
    yield limited(splitter.push(first ? withoutMark(text) : text, false), limits.textRows)
    first = false
  }
  yield limited(splitter.push(decoding.end(), true), limits.textRows)
}

export function limited(rows: RawRow[], limit: number): RawRow[] {
  const last = rows.at(-1)
  if (last !== undefined && last.number > limit) {
    throw new PriceListRefused('too_many_rows', { limit: limit.toLocaleString('ru-RU') })
  }
  return rows
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}
