import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from '../contract/src/api.ts'
import { readServed } from '../server/src/testing/served.ts'

/** `npm test`: every project of Vitest but those of `npm run verify`. Arguments go to Vitest: `-- --project server`. */
const ROOT = join(import.meta.dirname, '..')

/** Routes of the contract that no test of a module received a successful reply from. */
function findUnproved(servedFolder: string): string[] {
  const served = readServed(servedFolder)
  return Object.values(API)
    .flatMap((routes) => Object.values(routes))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !served.has(route))
}

const servedFolder = mkdtempSync(join(tmpdir(), 'artikul-served-'))
const args = process.argv.slice(2)
const isWhole = args.length === 0
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...['--tags-filter=!detail', '--project', '!verify-*'],
    ...args,
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, SERVED_FOLDER: servedFolder } },
)
const unproved = status === 0 && (isWhole || args.join(' ') === '--project server') ? findUnproved(servedFolder) : []
rmSync(servedFolder, { recursive: true })
if (unproved.length > 0) console.error(`No module test gets a successful reply from:\n${unproved.join('\n')}`)
process.exit(status === 0 && unproved.length === 0 ? 0 : 1)
