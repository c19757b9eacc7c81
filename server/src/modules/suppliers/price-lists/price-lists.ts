import { setTimeout as wait } from 'node:timers/promises'
import {
  openQuestions,
  PRICE_LIST_QUESTIONS,
  PriceListLayout,
  type PriceListLayoutPatch,
} from '@artikul/contract/suppliers/price-list'
import { PriceImportStage, type PriceImport, type PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { PriceImportState } from '@artikul/contract/suppliers/price-import-states'
import type { AuditEvent } from '@artikul/contract/platform/audit-events'
import { formatQty } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB, SqlPool } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author, Writer } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { lockImports, rollBackOffers, selectImportTarget } from '../price-list-import/index.ts'
import { fingerprintOfLayout, recogniseLayout, setRequestedLayout, type ReadLayout } from './layouts.ts'
import { insertImport, type ImportEmail, type NewPriceImport } from './new-imports.queries.ts'
import * as queries from './price-imports.queries.ts'
import { proposeBrand } from './propose-brand.ts'
import type { ListStore } from './import-storage.ts'
import { deletePriceListLayout, savePriceListLayout, settingsOf } from './settings.queries.ts'
import { requireWarehouse } from './settings.ts'

export interface PriceListDeps {
  long: SqlPool
  store: ListStore
  clock: Clock
}

/** States in which the file is undecided and no offers were written. */
const OPEN: readonly PriceImportState[] = ['draft', 'checked', 'waiting', 'failed', 'interrupted']
const WORKING: readonly string[] = ['queued', 'running']
const LOOK_EVERY_MS = 500

const notFound = () => new AppError('not_found', { detail: 'Загрузка не найдена' })

export async function requireImport(db: Db, id: number): Promise<queries.PriceImportRow> {
  const row = await queries.selectPriceImport(db, id)
  if (!row) throw notFound()
  return row
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export const presentPriceImport = (row: queries.PriceImportRow): PriceImport => ({
  id: row.id,
  warehouse: row.warehouse_name,
  file_name: row.file_name,
  origin: row.origin as PriceImport['origin'], // the column's CHECK allows nothing else
  letter: row.mail_sender === null ? null : { sender: row.mail_sender, subject: row.mail_subject ?? '' },
  state: PriceImportState.parse(row.state),
  is_check: row.is_check,
  author: row.author,
  stage: PriceImportStage.parse(row.stage),
  rows_done: row.rows_done,
  rows_count: row.rows_count,
  accepted_count: row.accepted_count,
  refused_count: row.refused_count,
  repeated_count: row.repeated_count,
  added_count: row.added_count,
  changed_count: row.changed_count,
  withdrawn_count: row.withdrawn_count,
  products_count: row.products_count,
  brands_count: row.brands_count,
  photos_count: row.photos_count,
  doubts: row.doubts,
  failure: row.failure,
  created_at: row.created_at.toISOString(),
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
  has_file: row.storage !== null,
  has_report: row.has_report,
  can_roll_back: row.state === 'applied' && row.last_offer_id !== null,
})

async function readImport(db: Db, id: number): Promise<PriceImport> {
  return presentPriceImport(await requireImport(db, id))
}

/** @throws AppError `not_found` */
export async function readDetails(db: Db, id: number): Promise<PriceImportDetails> {
  const [row, { layout, preview, difference }] = await Promise.all([
    requireImport(db, id),
    queries.selectImportContent(db, id),
  ])
  return {
    ...presentPriceImport(row),
    default_brand: row.default_brand,
    layout: layout && PriceListLayout.parse(layout),
    preview,
    difference,
  }
}

export interface UploadedPriceList {
  path: string
  name: string
  warehouseId: number
  origin: NewPriceImport['origin']
  /** Brand; by default from the warehouse's settings or its earlier files. */
  defaultBrand?: string | undefined
  /** Author; null for a schedule or an email. */
  writer: Writer | null
  letter?: ImportEmail | undefined
}

/**
 * Stores a file and detects its layout without importing it.
 * @throws AppError `not_found` for an unknown warehouse, `file.refused`
 */
export async function createImport(db: Db, deps: Pick<PriceListDeps, 'store' | 'clock'>, sent: UploadedPriceList) {
  const { id } = await insertImport(db, await prepareImport(db, deps, sent))
  return id
}

/**
 * Stores a file and detects its layout; the caller writes the import together with its own data.
 * @throws AppError `not_found` for an unknown warehouse, `file.refused`
 */
export async function prepareImport(
  db: Db,
  { store, clock }: Pick<PriceListDeps, 'store' | 'clock'>,
  sent: UploadedPriceList,
): Promise<NewPriceImport> {
  const warehouse = await requireWarehouse(db, sent.warehouseId)
  const content = await recogniseContent(db, warehouse, sent)
  const storage = await store.keep(sent.path)
  return {
    warehouseId: warehouse.id,
    warehouseName: warehouse.name,
    fileName: sent.name,
    origin: sent.origin,
    defaultBrand: content.default_brand,
    storage,
    writer: sent.writer,
    letter: sent.letter,
    layout: content.layout,
    preview: content.preview,
    at: clock.now(),
  }
}

type Warehouse = Awaited<ReturnType<typeof requireWarehouse>>
type SentFile = Pick<UploadedPriceList, 'path' | 'name' | 'origin' | 'defaultBrand'>

/** Detects the layout and the maker of a file for a warehouse, by default with earlier corrections. */
async function recogniseContent(
  db: Db,
  warehouse: Warehouse,
  sent: SentFile,
  supplyRouteId: number | null = warehouse.supply_route_id,
) {
  const { layout, preview, defaultBrand, groups } = await recogniseLayout(db, supplyRouteId, sent.path)
  const usualBrand = sent.defaultBrand || settingsOf(warehouse).default_brand || defaultBrand
  const isUnknown = usualBrand === '' && !layout.has_brand_groups
  const proposal = isUnknown ? await proposeBrandOf(db, sent, { layout, preview, groups }) : null
  return {
    layout: {
      ...layout,
      brand_source: proposal?.source ?? null,
      has_brand_groups: layout.has_brand_groups || proposal?.source === 'groups',
    },
    preview,
    default_brand: proposal?.brand ?? usualBrand,
  }
}

/** Proposes a maker only where a person sees it before the file counts. */
async function proposeBrandOf(
  db: Db,
  { origin, name }: SentFile,
  { layout, preview, groups }: ReadLayout & { groups: readonly string[] },
) {
  if (origin !== 'upload' || layout.columns.some(({ field }) => field === 'brand')) return null
  const headerRow = layout.header_row ?? 0
  const titles = titleRows(preview, layout.header_row).flatMap(({ cells }) => cells)
  const article = layout.columns.find(({ field }) => field === 'article')?.index ?? -1
  const articles = preview.filter(({ number }) => number > headerRow).map(({ cells }) => cells[article] ?? '')
  return proposeBrand(db, { fileName: name, titles, groups, articles })
}

/** Rows above the header; without one, the first rows of a single cell. */
function titleRows(preview: ReadLayout['preview'], headerRow: number | null) {
  if (headerRow !== null) return preview.filter(({ number }) => number < headerRow)
  const table = preview.findIndex(({ cells }) => cells.filter(Boolean).length > 1)
  return preview.slice(0, Math.max(table, 0))
}

/**
 * Parses the same file with the person's layout and stores it for the source's next file with this header.
 * @throws AppError `not_found`, `file.refused`, `input.invalid`, `price_import.no_file`, `price_import.conflict`
 */
export async function setImportLayout(
  db: Kysely<DB>,
  { store, clock }: PriceListDeps,
  author: Author,
  { id, input }: { id: number; input: PriceListLayoutPatch },
): Promise<PriceImportDetails> {
  const row = await requireOpen(db, id)
  const { layout: before } = await queries.selectImportContent(db, id)
  if (row.storage === null || before === null || row.warehouse_id === null) throw new AppError('price_import.no_file')
  const warehouse = await requireWarehouse(db, row.warehouse_id)
  const read = await setRequestedLayout(store.pathOf(row.storage), before, input)
  await db.transaction().execute(async (tx) => {
    if (!(await queries.moveOn(tx, id, OPEN, { state: 'draft' }))) throw new AppError('price_import.conflict')
    await queries.updateContent(tx, id, { ...read, default_brand: input.default_brand })
    if (!input.columns) return
    await savePriceListLayout(tx, {
      ...author,
      supplyRouteId: warehouse.supply_route_id,
      fingerprint: fingerprintOfLayout(read),
      layout: {
        columns: input.columns,
        default_brand: input.default_brand,
        has_brand_groups: input.has_brand_groups,
        missing_stock: input.missing_stock,
        currency_rate: input.currency_rate,
      },
      at: clock.now(),
    })
  })
  return readDetails(db, id)
}

/**
 * Deletes the columns and answers stored for files with this header and detects the file again.
 * @throws AppError `not_found`, `file.refused`, `price_import.conflict`, `price_import.no_file`
 */
export async function deleteImportLayout(
  db: Kysely<DB>,
  { store }: PriceListDeps,
  author: Author,
  id: number,
): Promise<PriceImportDetails> {
  const row = await requireOpen(db, id)
  const { layout, preview } = await queries.selectImportContent(db, id)
  if (row.storage === null || layout === null || row.warehouse_id === null) throw new AppError('price_import.no_file')
  const warehouse = await requireWarehouse(db, row.warehouse_id)
  const sent = { path: store.pathOf(row.storage), name: row.file_name, origin: 'upload' } as const
  const content = await recogniseContent(db, warehouse, sent, null)
  await db.transaction().execute(async (tx) => {
    await deletePriceListLayout(tx, warehouse.supply_route_id, fingerprintOfLayout({ layout, preview }))
    if (!(await queries.moveOn(tx, id, OPEN, { state: 'draft' }))) throw new AppError('price_import.conflict')
    await queries.updateContent(tx, id, content)
    await recordEvent(tx, author, { event: 'price_list.layout_deleted', object: titleOf(row) })
  })
  return readDetails(db, id)
}

/** @throws AppError `not_found`, `price_import.conflict`, `price_import.no_file` */
async function requireOpen(db: Db, id: number): Promise<queries.PriceImportRow> {
  const row = await requireImport(db, id)
  if (!OPEN.includes(PriceImportState.parse(row.state))) throw new AppError('price_import.conflict')
  if (row.storage === null) throw new AppError('price_import.no_file')
  return row
}

/**
 * Queues the file, either for inspection only or for an import unless it raises doubts.
 * @throws AppError `not_found`, `price_import.conflict`, `price_import.no_file`, `price_import.unanswered`
 */
export async function startImport(db: Db, id: number, isCheck: boolean) {
  await requireAnswers(db, await requireOpen(db, id))
  if (!(await queries.queueAgain(db, id, OPEN, isCheck))) throw new AppError('price_import.conflict')
  return readImport(db, id)
}

async function requireAnswers(db: Db, { id, default_brand }: queries.PriceImportRow) {
  const { layout } = await queries.selectImportContent(db, id)
  const [question] = layout === null ? [] : openQuestions({ ...layout, default_brand })
  if (question) throw new AppError('price_import.unanswered', { detail: PRICE_LIST_QUESTIONS[question] })
}

/**
 * Imports an inspected file regardless of doubts.
 * @throws AppError `not_found`, `price_import.conflict`, `price_import.no_file`, `price_import.unanswered`
 */
export async function approveImport(
  db: Kysely<DB>,
  author: Author,
  { id, keepsMissing }: { id: number; keepsMissing: boolean },
) {
  await requireAnswers(db, await requireOpen(db, id))
  await decide(db, author, id, {
    from: ['checked', 'waiting'],
    changes: {
      state: 'queued',
      is_check: false,
      is_approved: true,
      keeps_missing: keepsMissing,
      rows_done: 0,
      stage: '',
    },
    event: 'price_list.approved',
  })
  return readImport(db, id)
}

/** @throws AppError `not_found`, `price_import.conflict`, `price_import.no_file` */
export async function declineImport(db: Kysely<DB>, { store, clock }: PriceListDeps, author: Author, id: number) {
  const { storage } = await decide(db, author, id, {
    from: OPEN,
    changes: { state: 'declined', storage: null, finished_at: clock.now() },
    event: 'price_list.declined',
  })
  await store.remove(storage)
  return readImport(db, id)
}

interface ChangeApproval {
  from: readonly PriceImportState[]
  changes: Parameters<typeof queries.moveOn>[3]
  event: AuditEvent
}

const decide = (db: Kysely<DB>, author: Author, id: number, { from, changes, event }: ChangeApproval) =>
  db.transaction().execute(async (tx) => {
    const row = await requireOpen(tx, id)
    if (!(await queries.moveOn(tx, id, from, changes))) throw new AppError('price_import.conflict')
    const doubts = row.doubts.map((doubt) => ({ field: 'Сомнение', before: null, after: doubt }))
    await recordEvent(tx, author, { event, object: titleOf(row), changes: doubts })
    if (changes.state === 'queued') await enqueueJob(tx, 'price_imports')
    return row
  })

const titleOf = ({ file_name, warehouse_name }: queries.PriceImportRow) => `${file_name} → ${warehouse_name}`

/**
 * Restores the warehouse's offers to the state before its last import.
 * @throws AppError `not_found`, `price_import.not_last`
 */
export async function rollBackPriceImport(db: Db, { long }: PriceListDeps, author: Author, id: number) {
  const row = await requireImport(db, id)
  await long.begin(async (tx) => {
    await lockImports(tx)
    const last = await queries.lockLastImport(tx.db, id)
    const target = last && (await selectImportTarget(tx, last.warehouse))
    if (!target) throw new AppError('price_import.not_last')
    const counts = await rollBackOffers(tx, id, target, last)
    await queries.moveOn(tx.db, id, ['applied'], { state: 'rolled_back', last_offer_id: null })
    const changes = [
      { field: 'Убрано добавленных', before: null, after: formatQty(counts.removed) },
      { field: 'Возвращено прежними', before: null, after: formatQty(counts.restored + counts.returned) },
    ]
    await recordEvent(tx.db, author, { event: 'price_list.rolled_back', object: titleOf(row), changes })
  })
  return readImport(db, id)
}

/**
 * Streams the state of the import until it requires a person or has ended.
 * @throws AppError `not_found` before the first event
 */
export async function followImport(db: Db, id: number): Promise<AsyncIterable<PriceImport>> {
  const first = await readImport(db, id)
  return (async function* () {
    for (let shown = first; ; shown = await readImport(db, id)) {
      yield shown
      if (!WORKING.includes(shown.state)) return
      await wait(LOOK_EVERY_MS)
    }
  })()
}
