import type { Db } from '../../../platform/db/index.ts'
import { forgetFiles, forgetReports } from './forget.queries.ts'
import { createListStore } from './price-lists.storage.ts'

/** Deletes undecided files and old reports; the history stays. */
export async function forgetOldPriceLists(db: Db, dataDir: string, now: Date): Promise<void> {
  const store = createListStore(dataDir)
  for (const storage of await forgetFiles(db, now)) await store.remove(storage)
  for (const id of await forgetReports(db, now)) await store.removeReport(id)
}
