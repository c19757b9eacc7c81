import type { Db } from '../db/index.ts'
import type { Writer } from '../http/index.ts'

export const selectPortalSettings = (db: Db) =>
  db
    .selectFrom('portal_settings')
    .leftJoin('users', 'users.id', 'portal_settings.actor_id')
    .select(['name', 'color', 'hidden_pages', 'portal_settings.version', 'changed_at'])
    .select('users.full_name as changed_by')
    .executeTakeFirst()
export type PortalSettingsRow = NonNullable<Awaited<ReturnType<typeof selectPortalSettings>>>

/** Selects what every page needs. */
export async function selectPortal(db: Db) {
  const [row, logo] = await Promise.all([
    db.selectFrom('portal_settings').select(['name', 'color', 'hidden_pages', 'version']).executeTakeFirst(),
    selectLogoHash(db),
  ])
  return { ...row, logo }
}

export const selectLogoHash = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('portal_logo').select('hash').executeTakeFirst())?.hash ?? null

export const selectLogo = (db: Db, hash: string) =>
  db.selectFrom('portal_logo').select('bytes').where('hash', '=', hash).executeTakeFirst()

/** Saves the logo in place of the former one. */
export const saveLogo = (db: Db, logo: { hash: string; bytes: Buffer }, { actorId, subjectId }: Writer, now: Date) => {
  const row = { ...logo, actor_id: actorId, subject_id: subjectId, added_at: now }
  return db
    .insertInto('portal_logo')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Deletes the logo; true when there was one. */
export async function deleteLogo(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('portal_logo').executeTakeFirst()
  return numDeletedRows > 0n
}

/** Saves the settings when they still have the given version (0: not set yet); returns the new version. */
export async function savePortalSettings(
  db: Db,
  settings: Pick<PortalSettingsRow, 'name' | 'color' | 'hidden_pages' | 'version'>,
  { actorId, subjectId }: Writer,
  now: Date,
): Promise<number | undefined> {
  const { version } = settings
  const row = { ...settings, version: version + 1, actor_id: actorId, subject_id: subjectId, changed_at: now }
  const saved =
    version === 0
      ? await db
          .insertInto('portal_settings')
          .values({ id: 1, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('portal_settings')
          .set(row)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return saved?.version
}
