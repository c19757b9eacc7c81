import type { Sql, SqlTransaction } from '../../../platform/db/index.ts'
import { freeBuffer } from '../../../platform/free-buffer.ts'
import { PRICE_LIST_COPY_COLUMNS } from './copy-events.ts'

/** Key of the advisory lock: imports merge one after another, but their files are read and staged concurrently. */
const IMPORT_LOCK = 7_321_010
const REPEATED_AT_ONCE = 5000

export interface ImportTarget {
  warehouseId: number
  isOwn: boolean
  vatMode: 'included' | 'on_top' | 'none'
}

export async function selectImportTarget(sql: Sql, warehouse: string): Promise<ImportTarget | undefined> {
  const [row] = await sql<ImportTarget[]>`
    select warehouses.id as "warehouseId", supply_routes.kind = 'own' as "isOwn", supply_routes.vat_mode as "vatMode"
    from warehouses join supply_routes on supply_routes.id = warehouses.supply_route_id where warehouses.name = ${warehouse}`
  return row
}

/** Inserts an unknown partner's warehouse for the first seller; undefined when there is no seller. */
export async function insertPartnerWarehouse(sql: Sql, name: string): Promise<ImportTarget | undefined> {
  const [row] = await sql<ImportTarget[]>`
    with source as (
      insert into supply_routes (name, kind, seller_id) select ${name}, 'partner', min(id) from sellers having count(*) > 0
      returning id
    )
    insert into warehouses (supply_route_id, name, shown_as) select id, ${name}, 'Партнёр ' || id from source
    returning id as "warehouseId", false as "isOwn", 'included' as "vatMode"`
  return row
}

export async function updateMarkup(sql: Sql, warehouseId: number, hundredths: number): Promise<void> {
  await sql`
    update supply_routes set markup_hundredths = ${hundredths} from warehouses
    where warehouses.id = ${warehouseId} and warehouses.supply_route_id = supply_routes.id and markup_hundredths <> ${hundredths}`
}

/** Creates a temporary table of this transaction: it is unlogged and disappears with a killed import. */
export async function createStaging(sql: Sql): Promise<void> {
  // Sorts and hashes of a million rows stay in memory.
  await sql`set local work_mem = '256MB'`
  // A connection that has used a temporary table before keeps its initial buffer size.
  await sql`
    do $$ begin
      set local temp_buffers = '64MB';
    exception when invalid_parameter_value then null;
    end $$`
  // A killed import releases its lock within a second, not at the end of a long statement.
  await sql`set local client_connection_check_interval = '1s'`
  await sql`
    create temp table import_rows (
      row_number integer not null, brand_number integer not null, article text not null, article_key text not null,
      loose_key text, slug text, name text not null, unit text, weight_g integer, barcode text, country text, gtd text,
      purchase_kop bigint not null, on_hand numeric(12, 3) not null, qty_exact boolean not null, qty_text text not null,
      multiplicity numeric(12, 3) not null, min_qty numeric(12, 3) not null, term_days integer, photos text
    ) on commit drop`
}

/** Adds rows in COPY text format to the staging table, and frees their memory. */
export async function copyRows(tx: SqlTransaction, rows: Uint8Array): Promise<void> {
  await tx.copy(`copy import_rows (${PRICE_LIST_COPY_COLUMNS.join(', ')}) from stdin`, [rows])
  freeBuffer(rows)
}

export async function lockImports(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`
}

/**
 * Finds offers of the warehouse that differ from the file, including missing ones unless they are kept; own offers with
 * reserves only are already excluded.
 */
export async function findChanges(
  sql: Sql,
  { warehouseId, isOwn }: ImportTarget,
  { keepsMissing }: { keepsMissing: boolean },
): Promise<void> {
  await sql`
    create temp table import_changes on commit drop as
    select offer.id as offer_id, winner.product_id, winner.row_number
    from import_winners winner
    join import_rows staged on staged.row_number = winner.row_number
    full join (select * from offers where warehouse_id = ${warehouseId}) offer on offer.product_id = winner.product_id
    where offer.id is null
      or winner.product_id is null and not ${keepsMissing}::boolean and (not ${isOwn} or offer.reserved = 0 or offer.on_hand <> offer.reserved)
      or winner.product_id is not null and (offer.purchase_kop, offer.on_hand, offer.reserved, offer.tracked, offer.qty_exact, offer.qty_text,
          offer.multiplicity, offer.min_qty, offer.term_days)
        is distinct from
         (staged.purchase_kop, case when ${isOwn} then greatest(staged.on_hand, offer.reserved) else staged.on_hand end,
          case when ${isOwn} then offer.reserved else 0 end, ${isOwn}::boolean, staged.qty_exact, staged.qty_text,
          staged.multiplicity, staged.min_qty, staged.term_days)`
  await sql`analyze import_changes`
}

/** Locks rows by ascending id, as orders do. */
export async function lockChangedOffers(sql: Sql): Promise<void> {
  await sql`
    select count(*) from (
      select 1 from offers where id in (select offer_id from import_changes where offer_id is not null)
      order by id for update
    ) locked`
}

export interface OfferChanges {
  added: number
  changed: number
  withdrawn: number
}

/**
 * Writes the differences. Own stock never falls below the reserved quantity; quantities that orders took from a
 * partner's stock are reset, because the new figure already accounts for them.
 */
export async function applyOffers(sql: Sql, { warehouseId, isOwn }: ImportTarget): Promise<OfferChanges> {
  const withdrawn = await sql.count`
    delete from offers using import_changes change
    where offers.id = change.offer_id and change.product_id is null and (not ${isOwn} or offers.reserved = 0)`
  const emptied = await sql.count`
    update offers set on_hand = reserved, qty_text = reserved::real::text, updated_at = now() from import_changes change
    where offers.id = change.offer_id and change.product_id is null and on_hand <> reserved`
  const changed = await sql.count`
    update offers set purchase_kop = staged.purchase_kop, on_hand = greatest(staged.on_hand, case when ${isOwn} then reserved else 0 end),
      reserved = case when ${isOwn} then reserved else 0 end, tracked = ${isOwn}, qty_exact = staged.qty_exact,
      qty_text = staged.qty_text, multiplicity = staged.multiplicity, min_qty = staged.min_qty,
      term_days = staged.term_days, updated_at = now()
    from import_changes change join import_rows staged on staged.row_number = change.row_number
    where offers.id = change.offer_id`
  const added = await sql.count`
    insert into offers (product_id, warehouse_id, purchase_kop, on_hand, tracked, qty_exact, qty_text, multiplicity, min_qty, term_days)
    select change.product_id, ${warehouseId}, staged.purchase_kop, staged.on_hand, ${isOwn}, staged.qty_exact,
      staged.qty_text, staged.multiplicity, staged.min_qty, staged.term_days
    from import_changes change join import_rows staged on staged.row_number = change.row_number
    where change.offer_id is null
    order by change.product_id`
  await sql`update warehouses set imported_at = now() where id = ${warehouseId}`
  return { added, changed, withdrawn: withdrawn + emptied }
}

/** Counts accepted rows that became the only offer of their product; the others are repetitions. */
export async function countWinners(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from import_winners`
  return row?.count ?? 0
}

/** Selects the rows that repeat an earlier product, in order, a few thousand at a time. */
export const selectRepeatedRows = (tx: SqlTransaction): AsyncIterable<{ row_number: number; article: string }[]> =>
  tx.pages(
    `select row_number, article from import_rows
    where row_number not in (select row_number from import_winners) order by row_number`,
    [],
    REPEATED_AT_ONCE,
  )
