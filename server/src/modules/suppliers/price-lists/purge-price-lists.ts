import type { Db } from '../../../platform/db/index.ts'
import { purgePriceListFiles, purgeImportReports } from './purge.queries.ts'
import { createListStore } from './import-storage.ts'

/** Deletes undecided files and old reports; the history stays. */
export async function purgeExpiredPriceLists(db: Db, dataDir: string, now: Date): Promise<void> {
  const store = createListStore(dataDir)
  for (const storage of await purgePriceListFiles(db, now)) await store.remove(storage)
  for (const id of await purgeImportReports(db, now)) await store.removeReport(id)
}
