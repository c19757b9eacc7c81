import { copyFile, mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** Directory of price lists and reports, shared by the servers of one database. */
export interface ListStore {
  pathOf: (storage: string) => string
  /** Returns the path of the report on refused rows. */
  reportOf: (importId: number) => string
  /** Stores an uploaded file and returns its name. */
  keep: (path: string) => Promise<string>
  makeFolder: () => Promise<void>
  readReport: (importId: number) => Promise<FileHandle | null>
  remove: (storage: string | null) => Promise<void>
  removeReport: (importId: number) => Promise<void>
}

export function createListStore(dataDir: string): ListStore {
  const folder = join(dataDir, 'price-lists')
  const pathOf = (storage: string) => join(folder, storage)
  const reportOf = (importId: number) => join(folder, `report-${importId}.csv`)
  const makeFolder = async () => {
    await mkdir(folder, { recursive: true })
  }
  return {
    pathOf,
    reportOf,
    makeFolder,
    keep: async (path) => {
      const storage = crypto.randomUUID()
      await makeFolder()
      await copyFile(path, pathOf(storage))
      return storage
    },
    readReport: (importId) => open(reportOf(importId)).catch(() => null),
    remove: async (storage) => {
      if (storage !== null) await rm(pathOf(storage), { force: true })
    },
    removeReport: (importId) => rm(reportOf(importId), { force: true }),
  }
}
