import { copyFile, mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of price lists and of their reports: servers of one database share it. */
export interface ListStore {
  pathOf: (storage: string) => string
  /** Where rows that are refused are written. */
  reportOf: (importId: number) => string
  /** Keeps a file that somebody has sent, and answers its name. */
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
