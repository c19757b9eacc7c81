import type { OdataFinding, OdataMapping, OdataPreset } from '@artikul/contract/integrations/one-c-odata'
import { sql } from 'kysely'
import { json, type Db } from '../../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../../platform/http/index.ts'

const COLUMNS = [
  ...([
    'node_id',
    'url',
    'login',
    'secret',
    'is_on',
    'every_minutes',
    'reads_from',
    'exchange_plan',
    'preset',
  ] as const),
  ...([
    'overrides',
    'resolved',
    'report',
    'checked_at',
    'wants_check',
    'next_read_at',
    'read_at',
    'scanned_at',
  ] as const),
  ...(['failure', 'version'] as const),
] as const

const connections = (db: Db) =>
  db.selectFrom('one_c_connections').select(COLUMNS).$narrowType<{
    preset: OdataPreset | null
    overrides: OdataMapping
    resolved: { preset: OdataPreset; mapping: OdataMapping } | null
    report: OdataFinding[]
  }>()

export const selectConnection = (db: Db, nodeId: number) =>
  connections(db).where('node_id', '=', nodeId).executeTakeFirst()
export type StoredConnection = NonNullable<Awaited<ReturnType<typeof selectConnection>>>

export const lockConnection = (tx: Db, nodeId: number) =>
  connections(tx).where('node_id', '=', nodeId).forUpdate().executeTakeFirst()

/** Connections whose check is requested, or whose time has come, the longest waiting first. */
export const selectDueConnections = (db: Db, now: Date) =>
  connections(db)
    .where((where) => where.or([where('wants_check', '=', true), where('next_read_at', '<=', now)]))
    .where('is_on', '=', true)
    .where('node_id', 'in', (nodes) => nodes.selectFrom('one_c_nodes').select('id').where('is_paused', '=', false))
    .orderBy('next_read_at')
    .limit(100)
    .execute()

export const selectConnections = (db: Db) => connections(db).limit(1000).execute()

interface Settings {
  url: string
  login: string
  secret: Buffer
  is_on: boolean
  every_minutes: number
  reads_from: string
  exchange_plan: string
  preset: OdataPreset | null
  overrides: OdataMapping
}

/** Stores the settings; the next round checks them before it reads. */
export async function upsertConnection(tx: Db, nodeId: number, settings: Settings, writer: Writer, now: Date) {
  const row = {
    ...settings,
    overrides: json(settings.overrides),
    ...writtenBy(writer),
    wants_check: true,
    next_read_at: now,
  }
  return tx
    .insertInto('one_c_connections')
    .values({ node_id: nodeId, ...row })
    .onConflict((conflict) =>
      conflict.column('node_id').doUpdateSet({
        ...row,
        resolved: null,
        scanned_at: null,
        failure: '',
        version: sql`one_c_connections.version + 1`,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
}

export const setConnectionSecret = (db: Db, nodeId: number, secret: Buffer) =>
  db.updateTable('one_c_connections').set({ secret }).where('node_id', '=', nodeId).execute()

/** Requests a check or a read in the next round; false without a connection that is switched on. */
export async function requestReading(db: Db, nodeId: number, what: 'check' | 'read', now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_c_connections')
    .set(what === 'check' ? { wants_check: true } : { next_read_at: now })
    .where('node_id', '=', nodeId)
    .where('is_on', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes the result of a check, unless the settings have changed meanwhile. */
export const noteCheck = (
  db: Db,
  { node_id: nodeId, version }: Pick<StoredConnection, 'node_id' | 'version'>,
  { report, resolved }: { report: readonly OdataFinding[]; resolved: StoredConnection['resolved'] },
  now: Date,
) =>
  db
    .updateTable('one_c_connections')
    .set({ report: json(report), resolved: resolved && json(resolved), checked_at: now, wants_check: false })
    .where('node_id', '=', nodeId)
    .where('version', '=', version)
    .execute()

/**
 * Notes the names by which a base is read; other names than those of the last read need a read of all its objects.
 * @returns whether they are others
 */
export async function noteReadNames(
  db: Db,
  { node_id: nodeId, version }: Pick<StoredConnection, 'node_id' | 'version'>,
  mapping: OdataMapping,
): Promise<boolean> {
  const { rows } = await sql`
    update one_c_connections set read_mapping = ${json(mapping)}, scanned_at = null
    where node_id = ${nodeId} and version = ${version} and read_mapping is distinct from ${json(mapping)}
    returning node_id`.execute(db)
  return rows.length > 0
}

interface Outcome {
  failure: string
  next_read_at: Date
  read_at?: Date
  scanned_at?: Date
  resolved?: null
}

export const noteReading = (
  db: Db,
  { node_id: nodeId, version }: Pick<StoredConnection, 'node_id' | 'version'>,
  outcome: Outcome,
) =>
  db
    .updateTable('one_c_connections')
    .set(outcome)
    .where('node_id', '=', nodeId)
    .where('version', '=', version)
    .execute()

interface Step {
  sessionId: number
  nodeId: number
  name: string
  failure: string
  counts: Record<string, number>
}

/** Adds a step to the session of a read, as a file without content. */
export const insertStep = (db: Db, { sessionId, nodeId, name, failure, counts }: Step, now: Date) =>
  db
    .insertInto('one_c_files')
    .values({
      ...{ session_id: sessionId, node_id: nodeId, name, failure, counts: json(counts), created_at: now },
      ...{ state: failure === '' ? 'done' : 'failed', finished_at: now },
    })
    .onConflict((conflict) => conflict.columns(['session_id', 'name']).doNothing())
    .execute()

export const endReading = (db: Db, id: number, now: Date) =>
  db.updateTable('one_c_sessions').set({ ended_at: now, seen_at: now }).where('id', '=', id).execute()

/** ИНН of a seller, by which its organisation is found in 1C. */
export const selectSellerInn = async (db: Db, sellerId: number) =>
  (await db.selectFrom('sellers').select('inn').where('id', '=', sellerId).executeTakeFirst())?.inn
