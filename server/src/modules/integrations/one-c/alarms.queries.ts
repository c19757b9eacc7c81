import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export type AlarmReason = 'lag' | 'file' | 'reading'

/** State of the exchange with a node that is neither paused nor in trial. */
export interface ExchangeState {
  id: number
  name: string
  /** Wrong passwords since the last accepted one. */
  failed_logins: number
  /** Last call of 1C; null: it has never called. */
  last_exchange_at: Date | null
  active_since: Date | null
  unconfirmed_orders: number
  unconfirmed_since: Date | null
  /** Refused file of the last session of its kind, with the reason. */
  failed_file: string | null
  file_failure: string
  /** Last successful reading over OData; null: the base is not read, or was never read. */
  read_at: Date | null
  every_minutes: number
  reading_failure: string
}

/**
 * Selects the states of all nodes that exchange. A session with a refused file counts at once, one with accepted files
 * only from the moment after which 1C sends nothing more in it.
 */
export async function selectExchangeStates(db: Db, quietSince: Date): Promise<ExchangeState[]> {
  const { rows } = await sql<ExchangeState>`
    select node.id, node.name, node.failed_logins, node.last_exchange_at, node.active_since,
      waiting.count as unconfirmed_orders, waiting.since as unconfirmed_since,
      refused.name as failed_file, coalesce(refused.failure, '') as file_failure,
      connection.read_at, coalesce(connection.every_minutes, 0) as every_minutes,
      coalesce(connection.failure, '') as reading_failure
    from one_c_nodes node
    left join one_c_connections connection on connection.node_id = node.id and connection.is_on
    cross join lateral (
      select count(*)::integer as count, min(queued_at) as since from one_c_orders
      where node_id = node.id and confirmed_revision is distinct from revision and 'orders_out' = any(node.directions)
    ) waiting
    left join lateral (
      select file.name, file.failure from unnest(array['catalog', 'sale']) as kinds (kind)
      cross join lateral (
        select id from one_c_sessions session where node_id = node.id and session.kind = kinds.kind and (
          exists (select from one_c_files where session_id = session.id and state = 'failed')
          or seen_at < ${quietSince}
            and exists (select from one_c_files where session_id = session.id and state = 'done'))
        order by id desc limit 1
      ) last
      join one_c_files file on file.session_id = last.id and file.state = 'failed'
      order by file.id desc limit 1
    ) refused on true
    where not node.is_paused and not node.is_trial order by node.id`.execute(db)
  return rows
}

export const selectAlarms = (db: Db) =>
  db
    .selectFrom('one_c_alarms')
    .select(['node_id', 'reason', 'text'])
    .$narrowType<{ reason: AlarmReason }>() // the column's CHECK allows nothing else
    .execute()

export interface Alarm {
  node_id: number
  reason: AlarmReason
  text: string
}

/** Raises alarms, and renews the words of those raised before. */
export const upsertAlarms = (db: Db, alarms: readonly Alarm[], now: Date) =>
  db
    .insertInto('one_c_alarms')
    .values(alarms.map((alarm) => ({ ...alarm, since: now })))
    .onConflict((conflict) =>
      conflict.columns(['node_id', 'reason']).doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
    )
    .execute()

export const deleteAlarm = (db: Db, { node_id: nodeId, reason }: Pick<Alarm, 'node_id' | 'reason'>) =>
  db.deleteFrom('one_c_alarms').where('node_id', '=', nodeId).where('reason', '=', reason).execute()
