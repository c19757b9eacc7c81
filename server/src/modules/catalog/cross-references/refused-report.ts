import { reportNameOf } from '@artikul/contract/catalog/cross-references'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../../../platform/db/index.ts'
import type { FileReply } from '../../../platform/http/index.ts'
import { writeCsvFile, type Column, type Row } from '../../../platform/table-file/index.ts'
import { readImport } from './apply-import.ts'
import { selectRefused } from './cross-reference-imports.queries.ts'

const ROWS_AT_ONCE = 5000
const text = (title: string, width: number): Column => ({ title, kind: 'text', width })
const COLUMNS = [
  { title: 'Строка', kind: 'qty', width: 8 } as const,
  text('Причина', 40),
  text('Бренд', 20),
  text('Артикул', 20),
  text('Бренд аналога', 20),
  text('Артикул аналога', 20),
]

async function* pagesOf(db: Db, id: number): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = await selectRefused(db, id, after, ROWS_AT_ONCE)
    if (rows.length === 0) return
    yield rows.map((row) => [row.row, row.reason, row.brand, row.article, row.other_brand, row.other_article])
    after = rows.at(-1)?.row ?? after
  }
}

/** Exports every refused row with its reason, in the format of the file itself. */
export async function refusedReport(db: Db, id: number): Promise<FileReply> {
  const { file_name: name } = await readImport(db, id)
  const path = join(tmpdir(), `artikul-crosses-${crypto.randomUUID()}.csv`)
  try {
    await writeCsvFile(path, COLUMNS, pagesOf(db, id))
    const file = await open(path)
    // The unlinked file is streamed to its end and disappears with its reader.
    return { bytes: file.createReadStream(), type: 'text/csv; charset=utf-8', name: reportNameOf(name) }
  } finally {
    await rm(path, { force: true })
  }
}
