import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** Stored file with a unique name on the disk. */
export interface Stored {
  storage: string
  format: string
}

/** Older files unknown to the database were left by a crashed builder. */
const ORPHAN_AFTER_MS = 3_600_000
const AT_ONCE = 500

/** Directory of built files, shared by the servers of one database. */
export interface FileStore {
  /** Returns the path to which a file is written. */
  pathOf: (file: Stored) => Promise<string>
  sizeOf: (file: Stored) => Promise<number>
  /** Opens a file; null when it is missing, whatever the table contains. */
  read: (file: Stored) => Promise<FileHandle | null>
  remove: (files: readonly { storage: string | null; format: string }[]) => Promise<void>
  /** Deletes unknown files that are older than an hour. */
  sweep: (knownOf: (storages: readonly string[]) => Promise<ReadonlySet<string>>) => Promise<void>
}

export function createStore(dataDir: string): FileStore {
  const folder = join(dataDir, 'price-files')
  const nameOf = ({ storage, format }: Stored) => join(folder, `${storage}.${format}`)
  const isOrphan = async (name: string) => {
    const file = await stat(join(folder, name)).catch(() => null)
    return file !== null && Date.now() - file.mtimeMs > ORPHAN_AFTER_MS
  }
  return {
    pathOf: async (file) => {
      await mkdir(folder, { recursive: true })
      return nameOf(file)
    },
    sizeOf: async (file) => (await stat(nameOf(file))).size,
    read: (file) => open(nameOf(file)).catch(() => null),
    remove: async (files) => {
      for (const { storage, format } of files)
        if (storage !== null) await rm(nameOf({ storage, format }), { force: true })
    },
    sweep: async (knownOf) => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^[\da-f-]{36}\.(?:xlsx|csv)$/.test(name))
      for (let at = 0; at < names.length; at += AT_ONCE) {
        const some = names.slice(at, at + AT_ONCE)
        const known = await knownOf(some.map((name) => name.slice(0, 36)))
        for (const name of some)
          if (!known.has(name.slice(0, 36)) && (await isOrphan(name))) await rm(join(folder, name), { force: true })
      }
    },
  }
}
