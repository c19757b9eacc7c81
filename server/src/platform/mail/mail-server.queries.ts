import type { Db } from '../db/index.ts'
import type { Writer } from '../http/index.ts'

export const selectMailServer = (db: Db) =>
  db
    .selectFrom('mail_server')
    .leftJoin('users', 'users.id', 'mail_server.actor_id')
    .select(['host', 'port', 'is_tls', 'mail_server.login', 'password', 'sender', 'mail_server.version'])
    .select(['changed_at', 'users.full_name as changed_by'])
    .executeTakeFirst()
export type MailServerRow = NonNullable<Awaited<ReturnType<typeof selectMailServer>>>

/** Saves the mail server when it still has the given version (0: not set yet); returns the new version. */
export async function saveMailServer(
  db: Db,
  server: Pick<MailServerRow, 'host' | 'port' | 'is_tls' | 'login' | 'password' | 'sender' | 'version'>,
  { actorId, subjectId }: Writer,
  now: Date,
): Promise<number | undefined> {
  const row = {
    ...server,
    version: server.version + 1,
    actor_id: actorId,
    subject_id: subjectId,
    changed_at: now,
  }
  const saved =
    server.version === 0
      ? await db
          .insertInto('mail_server')
          .values({ id: 1, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('mail_server')
          .set(row)
          .where('version', '=', server.version)
          .returning('version')
          .executeTakeFirst()
  return saved?.version
}

export const setMailPassword = (db: Db, password: Buffer) =>
  db.updateTable('mail_server').set({ password }).where('id', '=', 1).execute()
