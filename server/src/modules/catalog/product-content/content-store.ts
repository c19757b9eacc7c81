import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Directory of uploaded archives and tables until they are imported, shared by the servers of one database. */
export interface ContentStore {
  pathOf: (storage: string) => string
  /** Stores an uploaded file and returns its name. */
  keep: (path: string) => Promise<string>
  remove: (storage: string) => Promise<void>
}

export function createContentStore(dataDir: string): ContentStore {
  const folder = join(dataDir, 'product-content')
  const pathOf = (storage: string) => join(folder, storage)
  return {
    pathOf,
    keep: async (path) => {
      const storage = crypto.randomUUID()
      await mkdir(folder, { recursive: true })
      await copyFile(path, pathOf(storage))
      return storage
    },
    remove: (storage) => rm(pathOf(storage), { force: true }),
  }
}
