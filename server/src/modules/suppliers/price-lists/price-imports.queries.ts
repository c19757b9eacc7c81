import type { PriceListDifference, PriceListLayout } from '@artikul/contract/suppliers/price-list'
import type { PriceImportStage } from '@artikul/contract/suppliers/price-lists'
import type { PriceImportState } from '@artikul/contract/suppliers/price-import-states'
import { sql, type Updateable } from 'kysely'
import { json, type Db, type DB, type Sql } from '../../../platform/db/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { Page } from '../../../platform/paging.ts'

/**
 * Key of the advisory lock that a transaction owns while it runs an import; a free lock means that no server runs it.
 */
const RUN_LOCK = 7_321_011

/** Layout of a file; `is_told` is true when a person has corrected it, now or before. */
export interface StoredLayout extends PriceListLayout {
  is_told: boolean
}
export type PriceImportPreview = { number: number; cells: string[] }[]

const imports = (db: Db) =>
  db
    .selectFrom('price_imports as import')
    .leftJoin('users', 'users.id', 'import.actor_id')
    .select([
      'import.id',
      'import.warehouse_id',
      'import.warehouse_name',
      'import.file_name',
      'import.origin',
      'import.mail_sender',
      'import.mail_subject',
      'import.state',
      'import.is_check',
      'import.is_approved',
      'import.keeps_missing',
      'import.stage',
      'import.rows_done',
      'import.rows_count',
      'import.accepted_count',
      'import.refused_count',
      'import.repeated_count',
      'import.added_count',
      'import.changed_count',
      'import.withdrawn_count',
      'import.products_count',
      'import.brands_count',
      'import.photos_count',
      'import.doubts',
      'import.failure',
      'import.has_report',
      'import.last_offer_id',
      'import.imported_before',
      'import.created_at',
      'import.started_at',
      'import.finished_at',
      'import.default_brand',
      'import.actor_id',
      'import.subject_id',
      sql<string | null>`import.storage::text`.as('storage'),
      'users.full_name as author',
    ])

interface Filters {
  warehouse_id?: number | undefined
  state?: PriceImportState | undefined
}

export async function selectPriceImports(db: Db, { warehouse_id, state }: Filters, page: Page) {
  let matching = db.selectFrom('price_imports')
  let shown = imports(db)
  if (warehouse_id !== undefined) {
    matching = matching.where('warehouse_id', '=', warehouse_id)
    shown = shown.where('import.warehouse_id', '=', warehouse_id)
  }
  if (state !== undefined) {
    matching = matching.where('state', '=', state)
    shown = shown.where('import.state', '=', state)
  }
  const [{ count }, rows] = await Promise.all([
    matching.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    shown.orderBy('import.id', 'desc').limit(page.size).offset(page.offset).execute(),
  ])
  return { rows, total: count }
}

export const selectPriceImport = (db: Db, id: number) => imports(db).where('import.id', '=', id).executeTakeFirst()
export type PriceImportRow = NonNullable<Awaited<ReturnType<typeof selectPriceImport>>>

export async function selectImportContent(db: Db, id: number) {
  const row = await db
    .selectFrom('price_imports')
    .select(['layout', 'preview', 'difference'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Only `updateContent` and `settle` write these columns, so their shape is known.
  const { layout, preview, difference } = (row ?? {}) as unknown as {
    layout: StoredLayout | null
    preview: { rows: PriceImportPreview } | null
    difference: PriceListDifference | null
  }
  return { layout, preview: preview?.rows ?? [], difference }
}

interface Content {
  layout: StoredLayout
  preview: PriceImportPreview
  default_brand: string
}

export const updateContent = (db: Db, id: number, { layout, preview, default_brand }: Content) =>
  db
    .updateTable('price_imports')
    .set({ layout: json(layout), preview: json({ rows: preview }), default_brand, ...NOTHING_FOUND, state: 'draft' })
    .where('id', '=', id)
    .execute()

const NOTHING_FOUND = { difference: null, doubts: [], failure: null, stage: '', rows_done: 0 }

/** Changes the state; false when the import is no longer in one of the given states. */
export async function moveOn(
  db: Db,
  id: number,
  from: readonly PriceImportState[],
  changes: Updateable<DB['price_imports']> & { state: PriceImportState },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('price_imports')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function queueAgain(db: Db, id: number, from: readonly PriceImportState[], isCheck: boolean) {
  const isQueued = await moveOn(db, id, from, {
    ...NOTHING_FOUND,
    state: 'queued',
    is_check: isCheck,
    is_approved: false,
    keeps_missing: false,
  })
  if (isQueued) await enqueueJob(db, 'price_imports')
  return isQueued
}

/** Declines lists of 1C for the warehouse that a newer one replaces; nobody has to decide about them. */
export const declineSuperseded = (db: Db, warehouseId: number, now: Date) =>
  db
    .updateTable('price_imports')
    .set({ state: 'declined', finished_at: now })
    .where('warehouse_id', '=', warehouseId)
    .where('origin', '=', '1c')
    .where('state', 'in', ['draft', 'queued', 'checked', 'waiting'])
    .execute()

/** Selects the first queued import after the given number. */
export const selectQueuedImports = (db: Db, after: number) =>
  imports(db)
    .where('import.state', '=', 'queued')
    .where('import.id', '>', after)
    .orderBy('import.id')
    .limit(1)
    .executeTakeFirst()

/** Locks the import until the transaction ends, in any way; false when another server runs it. */
export async function lockImport(tx: Sql, id: number): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${RUN_LOCK}, ${id}) as held`
  return row?.held ?? false
}

/** Marks running imports as interrupted when their server or command has crashed. */
export const markInterrupted = (db: Db, now: Date) =>
  db
    .updateTable('price_imports')
    .set({ state: 'interrupted', finished_at: now })
    .where('state', '=', 'running')
    .where(sql<boolean>`pg_try_advisory_xact_lock(${RUN_LOCK}, id)`)
    .execute()

export const saveImportProgress = (db: Db, id: number, stage: PriceImportStage, rows: number) =>
  db
    .updateTable('price_imports')
    .set({ stage, rows_done: rows })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()

/** Reserves an id for an import that is not stored yet. */
export async function nextImportId(tx: Sql): Promise<number> {
  const [row] = await tx<{ id: number }[]>`select nextval(pg_get_serial_sequence('price_imports', 'id'))::integer as id`
  return row?.id ?? 0
}

export interface Command {
  id: number
  warehouseName: string
  fileName: string
  at: Date
}

export const insertCommand = (db: Db, { id, warehouseName, fileName, at }: Command) =>
  sql`
    insert into price_imports (id, warehouse_name, file_name, origin, state, created_at, started_at)
    overriding system value
    values (${id}, ${warehouseName}, ${fileName}, 'command', 'running', ${at}, ${at})`.execute(db)

/** Figures of a parsed import, named as its columns. */
export interface Figures {
  rows_count: number
  accepted_count: number
  refused_count: number
  repeated_count: number
  added_count: number
  changed_count: number
  withdrawn_count: number
  products_count: number
  brands_count: number
}

export interface Settled {
  state: PriceImportState
  figures: Figures
  difference: PriceListDifference | null
  doubts: readonly string[]
  /** True when refused rows are stored in a report. */
  hasReport: boolean
  at: Date
}

export const finishImport = (db: Db, id: number, { state, figures, difference, doubts, hasReport, at }: Settled) =>
  db
    .updateTable('price_imports')
    .set({
      ...figures,
      state,
      difference: difference && json(difference),
      doubts: [...doubts],
      has_report: hasReport,
      finished_at: at,
    })
    .where('id', '=', id)
    .execute()

interface Applied extends Omit<Settled, 'state'> {
  photosCount: number
  warehouseId: number
  lastOfferId: number | null
  importedBefore: Date | null
}

/**
 * Completes the import in the transaction that has written the offers; earlier imports of the warehouse can no longer
 * be rolled back.
 */
export async function settleApplied(tx: Db, id: number, applied: Applied): Promise<void> {
  const { warehouseId, photosCount, lastOfferId, importedBefore, ...settled } = applied
  await finishImport(tx, id, { ...settled, state: 'applied' })
  await tx
    .updateTable('price_imports')
    .set({
      storage: null,
      preview: null,
      failure: null,
      warehouse_id: warehouseId,
      photos_count: photosCount,
      last_offer_id: lastOfferId,
      imported_before: importedBefore,
    })
    .where('id', '=', id)
    .execute()
  if (lastOfferId === null) return
  await tx
    .updateTable('price_imports')
    .set({ last_offer_id: null })
    .where('warehouse_id', '=', warehouseId)
    .where('id', '!=', id)
    .where('last_offer_id', 'is not', null)
    .execute()
}

/** @returns the data for `rollBackOffers`; undefined when it is not the last import of its warehouse */
export async function lockLastImport(tx: Db, id: number) {
  const row = await tx
    .selectFrom('price_imports')
    .select(['warehouse_name', 'last_offer_id', 'imported_before'])
    .where('id', '=', id)
    .where('state', '=', 'applied')
    .where('last_offer_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row && { warehouse: row.warehouse_name, lastOfferId: row.last_offer_id, importedBefore: row.imported_before }
}
