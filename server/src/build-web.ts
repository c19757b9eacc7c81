import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from './platform/config.ts'

const SOURCES = ['contract/src', 'web/src', 'web/public', 'package-lock.json']

/** Lists the built documents, and the build configuration next to the sources. */
async function filesOfBuild(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'web'))
  return names.filter((name) => /\.(ts|html)$/.test(name)).map((name) => join('web', name))
}

async function newestChange(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  const inside = await Promise.all((await readdir(path)).map((name) => newestChange(join(path, name))))
  return Math.max(found.mtimeMs, ...inside)
}

/** Builds the web application when any of its sources is newer than the build. */
export async function buildWebWhenStale(root: string): Promise<void> {
  const built = join(root, 'web/dist/index.html')
  const builtAt = existsSync(built) ? (await stat(built)).mtimeMs : 0
  const sources = [...SOURCES, ...(await filesOfBuild(root))]
  const changes = await Promise.all(sources.map((source) => newestChange(join(root, source))))
  if (builtAt > Math.max(...changes)) return
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', join(root, 'web'), '--logLevel', 'warn'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // The caller may be a test, whose environment would select the development build of React, twice as large and slow.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new StartError('Веб-часть не собралась.')
}
