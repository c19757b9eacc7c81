import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { deleteOldFiles, selectKnownStorages } from './price-files.queries.ts'
import { createStore } from './price-files.storage.ts'

/** What has been kept long enough goes, and what a builder that was killed has left on the disk. */
export async function forgetOldFiles(db: Kysely<DB>, dataDir: string, now: Date): Promise<void> {
  const store = createStore(dataDir)
  await store.remove(await deleteOldFiles(db, now))
  await store.sweep((storages) => selectKnownStorages(db, storages))
}
