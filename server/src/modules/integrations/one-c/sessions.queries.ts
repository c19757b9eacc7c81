import type { OneCDirection } from '@artikul/contract/integrations/one-c'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { PICTURE_NAME } from './reading/file-names.ts'

export type SessionKind = 'catalog' | 'sale'

const NODE_COLUMNS = [
  'id',
  'seller_id',
  'name',
  'login',
  'password_hash',
  'directions',
  'is_paused',
  'is_trial',
  'default_brand',
  'failed_logins',
  'locked_until',
  'actor_id',
  'subject_id',
] as const

const nodes = (db: Db) =>
  db.selectFrom('one_c_nodes').select(NODE_COLUMNS).$narrowType<{ directions: OneCDirection[] }>()

export const selectNodeByLogin = (db: Db, login: string) => nodes(db).where('login', '=', login).executeTakeFirst()
export const selectNode = (db: Db, id: number) => nodes(db).where('id', '=', id).executeTakeFirst()
export type Node = NonNullable<Awaited<ReturnType<typeof selectNode>>>

/** Nodes that exchange. */
export const selectActiveNodes = (db: Db) => nodes(db).where('is_paused', '=', false).orderBy('id').execute()

/** Counts a wrong password; from `limit` in a row on, the login is locked until the moment. */
export const noteFailedLogin = (db: Db, id: number, limit: number, lockedUntil: Date) =>
  db
    .updateTable('one_c_nodes')
    .set({
      failed_logins: sql`failed_logins + 1`,
      locked_until: sql`case when failed_logins + 1 >= ${limit} then ${lockedUntil}::timestamptz end`,
    })
    .where('id', '=', id)
    .execute()

/** Notes an accepted password, at most once within the seconds that `since` leaves. */
export const noteLogin = (db: Db, id: number, since: Date, now: Date) =>
  db
    .updateTable('one_c_nodes')
    .set({ failed_logins: 0, locked_until: null, last_exchange_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('failed_logins', '>', 0), eb('last_exchange_at', 'is', null), eb('last_exchange_at', '<', since)]),
    )
    .execute()

export interface Session {
  id: number
  node_id: number
  kind: SessionKind
}

export const insertExchangeSession = (
  db: Db,
  { nodeId, kind, tokenHash }: { nodeId: number; kind: SessionKind | 'odata'; tokenHash: string },
  now: Date,
) =>
  db
    .insertInto('one_c_sessions')
    .values({ node_id: nodeId, kind, token_hash: tokenHash, started_at: now, seen_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

const openSessions = (db: Db, since: Date) =>
  db.selectFrom('one_c_sessions').select(['id', 'node_id', 'kind', 'seen_at']).where('seen_at', '>', since)

/** Finds an open session by its token. */
export const selectSessionByToken = (db: Db, tokenHash: string, since: Date) =>
  openSessions(db, since).where('token_hash', '=', tokenHash).executeTakeFirst()

/** Finds the last open session of a node that sends its password instead of the cookie. */
export const selectLastSession = (db: Db, nodeId: number, kind: SessionKind, since: Date) =>
  openSessions(db, since)
    .where('node_id', '=', nodeId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Notes that 1C is still there. */
export const touchExchangeSession = (db: Db, id: number, now: Date) =>
  db.updateTable('one_c_sessions').set({ seen_at: now }).where('id', '=', id).execute()

/** Marks the session as complete; false when it already was. */
export async function endExchangeSession(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('one_c_sessions')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Last catalog session of the node, if it has not ended. */
export const selectOpenCatalogSession = (db: Db, nodeId: number) =>
  db
    .selectFrom('one_c_sessions')
    .select('id')
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'catalog')
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Removes files that 1C did not finish sending: it begins again. */
export const deleteUnfinishedFiles = (db: Db, sessionId: number) =>
  db
    .deleteFrom('one_c_files')
    .where('session_id', '=', sessionId)
    .where('state', 'in', ['receiving', 'failed'])
    .execute()

/**
 * Appends bytes to a file of the session; a new name begins one, and a file that was read begins anew.
 * @returns undefined while the file is being read
 */
export async function appendToFile(
  tx: Db,
  { sessionId, nodeId, name }: { sessionId: number; nodeId: number; name: string },
  { size, packed }: { size: number; packed: Buffer },
  now: Date,
) {
  await tx
    .deleteFrom('one_c_files')
    .where('session_id', '=', sessionId)
    .where('name', '=', name)
    .where('state', 'in', ['done', 'failed'])
    .execute()
  const file = await tx
    .insertInto('one_c_files')
    .values({ session_id: sessionId, node_id: nodeId, name, size, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'name'])
        .doUpdateSet({ size: sql`one_c_files.size + excluded.size`, state: 'receiving' })
        .where('one_c_files.state', '<>', 'importing'),
    )
    .returning(['id', 'size'])
    .executeTakeFirst()
  if (!file) return undefined
  await sql`
    insert into one_c_file_parts (file_id, position, packed)
    select ${file.id}::integer, coalesce(max(position), 0) + 1, ${packed}::bytea
    from one_c_file_parts where file_id = ${file.id}`.execute(tx)
  return file
}

/** Ends the sessions of a node: its password has changed. */
export const endExchangeSessionsOf = (db: Db, nodeId: number) =>
  db
    .updateTable('one_c_sessions')
    .set({ token_hash: sql`'ended ' || id` })
    .where('node_id', '=', nodeId)
    .execute()

export interface FileRow {
  id: number
  node_id: number
  session_id: number
  name: string
  state: string
  failure: string
  objects_done: number
  counts: Record<string, number>
}

export const selectReceivedFile = (db: Db, sessionId: number, name: string) =>
  db
    .selectFrom('one_c_files')
    .select(['id', 'node_id', 'session_id', 'name', 'state', 'failure', 'objects_done', 'counts'])
    .where('session_id', '=', sessionId)
    .where('name', '=', name)
    .executeTakeFirst() as Promise<FileRow | undefined>

/** Files of a session without its pictures, which are not imported one by one. */
export const selectFilesOf = (db: Db, sessionId: number) =>
  db
    .selectFrom('one_c_files')
    .select(['id', 'node_id', 'session_id', 'name', 'state', 'failure', 'objects_done', 'counts', 'is_full'])
    .where('session_id', '=', sessionId)
    .where(sql<boolean>`name !~* ${PICTURE_NAME}`)
    .orderBy('id')
    .execute() as Promise<(FileRow & { is_full: boolean | null })[]>

/** Positions of the stored parts, in order. */
export const selectPartPositions = async (db: Db, fileId: number) =>
  (
    await db
      .selectFrom('one_c_file_parts')
      .select('position')
      .where('file_id', '=', fileId)
      .orderBy('position')
      .execute()
  ).map(({ position }) => position)

export const selectPart = async (db: Db, fileId: number, position: number): Promise<Buffer> =>
  (
    await db
      .selectFrom('one_c_file_parts')
      .select('packed')
      .where('file_id', '=', fileId)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
  ).packed

export const insertPart = (db: Db, fileId: number, position: number, packed: Buffer) =>
  db.insertInto('one_c_file_parts').values({ file_id: fileId, position, packed }).execute()

/** Deletes the content of a read file, if it is larger than `size`. */
export const deleteLargeContent = (db: Db, fileId: number, size: number) =>
  sql`
    delete from one_c_file_parts using one_c_files file
    where file.id = file_id and file.id = ${fileId} and file.size > ${size}`.execute(db)

/** Begins a file of an archive, again after an interrupted unpacking; undefined for one that was read already. */
export async function insertUnpacked(
  db: Db,
  { session_id: sessionId, node_id: nodeId }: Pick<FileRow, 'session_id' | 'node_id'>,
  name: string,
  now: Date,
) {
  await db
    .deleteFrom('one_c_files')
    .where('session_id', '=', sessionId)
    .where('name', '=', name)
    .where('state', '=', 'receiving')
    .execute()
  return db
    .insertInto('one_c_files')
    .values({ session_id: sessionId, node_id: nodeId, name, created_at: now })
    .onConflict((conflict) => conflict.columns(['session_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

export interface FileChange {
  state?: 'receiving' | 'queued' | 'importing' | 'done' | 'failed'
  failure?: string
  counts?: RawBuilder<string>
  objects_done?: number
  is_full?: boolean | null
  size?: number
  finished_at?: Date | null
}

export const updateFile = (db: Db, id: number, change: FileChange) =>
  db.updateTable('one_c_files').set(change).where('id', '=', id).execute()

/** Files of orders and documents whose reading was interrupted, or whose last piece came long ago, oldest first. */
export const selectInterruptedFiles = (db: Db, quietSince: Date) =>
  db
    .selectFrom('one_c_files as file')
    .innerJoin('one_c_sessions as session', 'session.id', 'file.session_id')
    .select(['file.id', 'file.node_id', 'file.session_id', 'file.name', 'file.state', 'file.failure'])
    .select(['file.objects_done', 'file.counts'])
    .where('session.kind', '=', 'sale')
    .where(
      sql<boolean>`(file.state in ('queued', 'importing') or file.state = 'receiving' and session.seen_at < ${quietSince})`,
    )
    .orderBy('file.id')
    .limit(100)
    .execute() as Promise<FileRow[]>
