import { json, type Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { PriceImportPreview, StoredLayout } from './price-imports.queries.ts'

/** Email that contained the file. */
export interface ImportEmail {
  sender: string
  subject: string
}

export interface NewPriceImport {
  warehouseId: number
  warehouseName: string
  fileName: string
  origin: 'upload' | 'schedule' | 'mail' | '1c'
  defaultBrand: string
  storage: string
  /** Author; null for a schedule or an email. */
  writer: Writer | null
  letter?: ImportEmail | undefined
  layout: StoredLayout
  preview: PriceImportPreview
  at: Date
}

const emailColumns = (letter: ImportEmail | undefined) =>
  letter && { mail_sender: letter.sender, mail_subject: letter.subject }

export const insertImport = (db: Db, { writer, ...made }: NewPriceImport) =>
  db
    .insertInto('price_imports')
    .values({
      warehouse_id: made.warehouseId,
      warehouse_name: made.warehouseName,
      file_name: made.fileName,
      origin: made.origin,
      state: 'draft',
      default_brand: made.defaultBrand,
      storage: made.storage,
      layout: json(made.layout),
      preview: json({ rows: made.preview }),
      ...(writer && writtenBy(writer)),
      ...emailColumns(made.letter),
      created_at: made.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

interface FailedImport {
  warehouse_id: number
  warehouse_name: string
  file_name: string
  failure: string
  origin: 'schedule' | 'mail'
  letter?: ImportEmail | undefined
  actor_id?: number
  subject_id?: number
  at: Date
}

/** Records a file that was not received, or is no price list, in the history. */
export const insertFailedImport = (db: Db, { at, letter, ...failed }: FailedImport) =>
  db
    .insertInto('price_imports')
    .values({
      ...failed,
      ...emailColumns(letter),
      state: 'failed',
      created_at: at,
      started_at: at,
      finished_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
