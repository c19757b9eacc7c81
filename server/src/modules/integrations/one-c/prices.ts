import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, DB, SqlTransaction } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { type AccountedGroup, replaceAccountedGroups } from '../../catalog/index.ts'
import { type ColumnPriceChanges, replaceColumnPrices, type SoldAt } from '../../pricing/index.ts'
import { type ListStore, queueOneCList } from '../../suppliers/index.ts'
import * as goods from './goods.queries.ts'
import * as sessions from './sessions.queries.ts'

export interface PriceDeps {
  database: Pick<Database, 'long'>
  db: Kysely<DB>
  clock: Clock
  store: ListStore
}

/** Larger pages outlive the young heap and grow the old one. */
const ROWS_AT_ONCE = 500
const HEADER = 'Производитель;Артикул;Наименование;Остаток;Цена закупки;Ед. изм.;Штрихкод\r\n'

const quoted = (text: string) => `"${text.replaceAll('"', '""').replace(/[\r\n]+/g, ' ')}"`

const lineOf = ({ brand, article, name, qty, kop, unit, barcode }: goods.GoodsWithPrice) =>
  `${quoted(brand)};${quoted(article)};${quoted(name)};${qty};${(kop / 100).toFixed(2)};${quoted(unit)};${quoted(barcode)}\r\n`

async function* linesOf(tx: SqlTransaction, node: sessions.Node, warehouse: goods.MappedWarehouse) {
  yield HEADER
  // The tables have just been filled: without statistics the planner would compare every row with every other.
  await tx.query('set local enable_nestloop = off')
  const values = [node.id, warehouse.external_ids, node.default_brand]
  for await (const rows of tx.pages<goods.GoodsWithPrice>(goods.PRICE_ROWS, values, ROWS_AT_ONCE))
    yield rows.map(lineOf).join('')
}

/** Queues the import of one warehouse; nothing when 1C has no goods with a price for it. */
async function queueWarehouse(deps: PriceDeps, node: sessions.Node, warehouse: goods.MappedWarehouse) {
  const { database, db } = deps
  const folder = await mkdtemp(join(tmpdir(), 'artikul-1c-'))
  try {
    const path = join(folder, 'prices.csv')
    await database.long.begin((tx) => pipeline(Readable.from(linesOf(tx, node, warehouse)), createWriteStream(path)))
    await queueOneCList(db, deps, {
      path,
      name: `1С, ${node.name}.csv`,
      warehouseId: warehouse.warehouse_id,
      defaultBrand: node.default_brand,
      writer: { actorId: node.actor_id, subjectId: node.subject_id },
      isCheck: node.is_trial,
    })
  } catch (error) {
    // A list without goods is refused; the next exchange brings them.
    if (!(error instanceof AppError)) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* noPages(): AsyncGenerator<readonly SoldAt[]> {}

/** Writes the prices of one type to its column, and takes them out of the one that they have left. */
async function writeColumn(
  { database, db }: Pick<PriceDeps, 'database' | 'db'>,
  { id: nodeId, seller_id: sellerId, is_trial: isTrial }: sessions.Node,
  { external_id: typeId, column_id: columnId, written_column_id: writtenId }: goods.MappedColumn,
  isTaken: (columnId: number) => boolean,
) {
  const replace = (priceGroupId: number, isEmpty: boolean) =>
    database.long.begin(async (tx) => {
      await tx.query('set local enable_nestloop = off')
      const pages = isEmpty ? noPages() : tx.pages<SoldAt>(goods.COLUMN_PRICE_ROWS, [nodeId, typeId], ROWS_AT_ONCE)
      return replaceColumnPrices(tx, { sellerId, priceGroupId }, pages, isTrial)
    })
  if (!isTrial && writtenId !== null && writtenId !== columnId) {
    // Another type may write to it by now.
    if (!isTaken(writtenId)) await replace(writtenId, true)
    await goods.notePriceChanges(db, nodeId, typeId, { written_column_id: null, price_changes: null })
  }
  const changes: ColumnPriceChanges | null = columnId === null ? null : await replace(columnId, false)
  const written = isTrial ? {} : { written_column_id: columnId }
  await goods.notePriceChanges(db, nodeId, typeId, { ...written, price_changes: changes })
}

async function writeColumns(deps: Pick<PriceDeps, 'database' | 'db'>, node: sessions.Node): Promise<void> {
  if (!node.directions.includes('offers')) return
  const columns = await goods.selectMappedColumns(deps.db, node.id)
  const taken = await goods.selectTakenColumns(deps.db, node.seller_id)
  for (const column of columns) await writeColumn(deps, node, column, (id) => taken.has(id))
}

async function* noGroups(): AsyncGenerator<readonly AccountedGroup[]> {}

/** Gives the catalogue the groups of products; none while the direction is switched off. */
async function writeGroups({ database, db }: Pick<PriceDeps, 'database' | 'db'>, node: sessions.Node): Promise<void> {
  const isOn = node.directions.includes('offers') && node.directions.includes('groups')
  const changes = await database.long.begin(async (tx) => {
    await tx.query('set local enable_nestloop = off')
    const pages = isOn ? tx.pages<AccountedGroup>(goods.GROUP_ROWS, [node.id], ROWS_AT_ONCE) : noGroups()
    return replaceAccountedGroups(tx, node.id, pages, node.is_trial)
  })
  await goods.noteGroupChanges(db, node.id, isOn ? changes : null)
}

/**
 * Writes the sale prices that 1C has sent so far to the price columns of the portal, and the groups of its goods to the
 * catalogue; a trial only counts the changes. The first write of 200,000 prices takes seconds: 1C does not wait for it.
 */
export async function writeGoods(deps: Pick<PriceDeps, 'database' | 'db'>, nodeId: number): Promise<void> {
  const node = await sessions.selectNode(deps.db, nodeId)
  if (!node) return
  await goods.noteNewGoods(deps.db, nodeId, false)
  try {
    await writeColumns(deps, node)
    await writeGroups(deps, node)
  } catch (error) {
    await goods.noteNewGoods(deps.db, nodeId, true)
    throw error
  }
}

/** Queues price imports of every mapped warehouse of the node, from what 1C has sent so far. */
export async function queuePrices(deps: PriceDeps, nodeId: number): Promise<void> {
  const node = await sessions.selectNode(deps.db, nodeId)
  if (!node?.directions.includes('offers')) return
  await goods.noteNewOffers(deps.db, nodeId, false)
  // A removal may follow a write of the columns.
  await goods.noteNewGoods(deps.db, nodeId, true)
  for (const warehouse of await goods.selectMappedWarehouses(deps.db, nodeId))
    await queueWarehouse(deps, node, warehouse)
}

interface Package {
  nodeId: number
  sessionId: number
}

const hasFull = (files: Awaited<ReturnType<typeof sessions.selectFilesOf>>, kind: goods.PackageKind) =>
  files.some((file) => file.is_full === true && (file.counts[kind] ?? 0) > 0)

/** Removes what a full package does not contain; false when its files are no longer stored. */
async function removeGone(db: Kysely<DB>, place: Package): Promise<boolean> {
  const files = await sessions.selectFilesOf(db, place.sessionId)
  if (hasFull(files, 'goods')) await goods.retireGoods(db, place)
  if (hasFull(files, 'prices')) await goods.deleteGonePrices(db, place)
  if (hasFull(files, 'stocks')) await goods.deleteGoneStock(db, place)
  return files.length > 0
}

/**
 * Removes what a full package does not contain. More than the node permits, or a package of which 1C has not said that it
 * was all, waits for a person.
 */
async function settlePackage({ db }: PriceDeps, place: Package, isDeclared: boolean): Promise<void> {
  const files = await sessions.selectFilesOf(db, place.sessionId)
  if (!files.every((file) => file.state === 'done')) return
  const counts = (await goods.countGone(db, place)).filter(({ kind, gone }) => gone > 0 && hasFull(files, kind))
  if (counts.length === 0) return
  const limit = await goods.selectLossPercent(db, place.nodeId)
  const isModest = counts.every(({ gone, total }) => gone * 100 <= total * limit)
  if (isDeclared && isModest) await removeGone(db, place)
  const count = Math.max(...counts.map(({ gone }) => gone))
  await goods.holdRemoval(db, place.nodeId, isDeclared && isModest ? null : { sessionId: place.sessionId, count })
}

/**
 * Ends a catalogue session and queues its prices.
 * @param isDeclared 1C has said that the package is complete; false when it has begun the next session instead
 */
export async function endCatalog(deps: PriceDeps, place: Package, isDeclared: boolean): Promise<void> {
  const { db, clock } = deps
  if (!(await sessions.endExchangeSession(db, place.sessionId, clock.now()))) return
  await settlePackage(deps, place, isDeclared)
  await queuePrices(deps, place.nodeId)
}

/** Carries out a removal that waited for a person; false when none waits, or its files are no longer stored. */
export async function confirmRemoval(deps: PriceDeps, nodeId: number): Promise<boolean> {
  const sessionId = await goods.selectHeldSession(deps.db, nodeId)
  if (sessionId === null) return false
  const isRemoved = await removeGone(deps.db, { nodeId, sessionId })
  await goods.holdRemoval(deps.db, nodeId, null)
  if (isRemoved) await queuePrices(deps, nodeId)
  return isRemoved
}
