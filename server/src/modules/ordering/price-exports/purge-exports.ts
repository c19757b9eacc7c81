import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { deleteOldFiles, selectKnownStorages } from './price-exports.queries.ts'
import { createStore } from './export-storage.ts'

/** Deletes files past their retention, and those left on the disk by a crashed builder. */
export async function purgeExpiredPriceExports(db: Kysely<DB>, dataDir: string, now: Date): Promise<void> {
  const store = createStore(dataDir)
  await store.remove(await deleteOldFiles(db, now))
  await store.sweep((storages) => selectKnownStorages(db, storages))
}
