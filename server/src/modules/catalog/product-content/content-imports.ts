import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CONTENT_KINDS,
  contentReportName,
  ContentImportState,
  type ContentImport,
  type ContentKind,
} from '@artikul/contract/catalog/product-content'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { PriceListRefused } from '../../../platform/files/spreadsheet/index.ts'
import type { Author, FileReply } from '../../../platform/http/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { writeCsvFile, type Column, type Row } from '../../../platform/table-file/index.ts'
import * as queries from './content-imports.queries.ts'
import type { ContentStore } from './content-store.ts'
import { listPhotos } from './import-photos.ts'
import { readPropertyTable } from './import-properties.ts'

const isKind = (kind: string): kind is ContentImport['kind'] => Object.hasOwn(CONTENT_KINDS, kind)

const present = ({ kind, state, created_at, ended_at, ...row }: queries.ContentImportRow): ContentImport => ({
  ...row,
  kind: isKind(kind) ? kind : 'properties',
  state: ContentImportState.parse(state),
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

/** @throws AppError `not_found` */
export async function readContentImport(db: Db, id: number): Promise<ContentImport> {
  const row = await queries.selectContentImport(db, id)
  if (!row) throw new AppError('not_found', { detail: 'Загрузка не найдена' })
  return present(row)
}

export async function listContentImports(db: Db, query: Parameters<typeof pageOf>[0]) {
  const page = pageOf(query)
  const { rows, total } = await queries.selectContentImports(db, page)
  return { results: rows.map(present), pagination: paginationOf(page, total) }
}

interface Sent {
  kind: ContentKind
  path: string
  name: string
  licence: string
}

/**
 * Reads the file as a whole before it is queued, so that a wrong one is refused at once.
 * @throws AppError `file.refused`
 */
async function requireReadable({ kind, path }: Sent) {
  const refuse = (detail: string) => new AppError('file.refused', { detail })
  try {
    if (kind === 'properties') {
      if ((await readPropertyTable(path)).body.length === 0) throw refuse('В файле нет строк со свойствами')
    } else if ((await listPhotos(path)).length === 0) throw refuse('В архиве нет фотографий')
  } catch (error) {
    throw error instanceof PriceListRefused ? refuse(error.message) : error
  }
}

/**
 * Stores an uploaded file and requests its import.
 * @throws AppError `file.refused`
 */
export async function createContentImport(
  db: Kysely<DB>,
  { store, clock }: { store: ContentStore; clock: Clock },
  author: Author,
  sent: Sent,
): Promise<ContentImport> {
  const { kind, path, name, licence } = sent
  await requireReadable(sent)
  const storage = await store.keep(path)
  try {
    return await db.transaction().execute(async (tx) => {
      const row = { kind, file_name: name, storage, licence, created_at: clock.now() }
      const { id } = await queries.insertContentImport(tx, author, row)
      await enqueueJob(tx, 'product_content')
      return readContentImport(tx, id)
    })
  } catch (error) {
    await store.remove(storage)
    throw error
  }
}

const ROWS_AT_ONCE = 5000
const text = (title: string, width: number): Column => ({ title, kind: 'text', width })

async function* pagesOf(db: Db, id: number): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = await queries.selectRefusals(db, id, after, ROWS_AT_ONCE)
    if (rows.length === 0) return
    yield rows.map((row) => [row.number, row.entry, row.reason])
    after = rows.at(-1)?.number ?? after
  }
}

/** Exports every refused file or row with its reason. */
export async function contentReport(db: Db, id: number): Promise<FileReply> {
  const { file_name: name, kind } = await readContentImport(db, id)
  const path = join(tmpdir(), `artikul-content-${crypto.randomUUID()}.csv`)
  const isPhotos = kind === 'photos'
  const columns: Column[] = [
    { title: isPhotos ? '№' : 'Строка', kind: 'qty', width: 8 },
    text(isPhotos ? 'Файл' : 'Товар', 40),
    text('Причина', 60),
  ]
  try {
    await writeCsvFile(path, columns, pagesOf(db, id))
    const file = await open(path)
    // The unlinked file is streamed to its end and disappears with its reader.
    return { bytes: file.createReadStream(), type: 'text/csv; charset=utf-8', name: contentReportName(name) }
  } finally {
    await rm(path, { force: true })
  }
}
