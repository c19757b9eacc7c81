import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from '../contract/src/api.ts'
import { readStatements } from '../server/src/testing/recorded-statements.ts'
import { readServed } from '../server/src/testing/served.ts'
import { checkRawStatements } from './raw-statements.ts'

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

/** Hand-written SQL that no test executed, or whose row type differs from the columns that PostgreSQL returned. */
function findUnprovedSql(statementsFolder: string): string[] {
  const { checked, wrong, unchecked } = checkRawStatements(readStatements(statementsFolder))
  console.log(`Hand-written SQL: ${checked} checked, ${unchecked.length} not executed, ${wrong.length} wrong`)
  return [...wrong, ...unchecked.map((place) => `${place}: not executed`)]
}

const servedFolder = mkdtempSync(join(tmpdir(), 'artikul-served-'))
const statementsFolder = mkdtempSync(join(tmpdir(), 'artikul-statements-'))
const args = process.argv.slice(2)
const isWhole = args.length === 0 || args.join(' ') === '--project server'
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...['--tags-filter=!detail', '--project', '!verify-*'],
    ...args,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SERVED_FOLDER: servedFolder, STATEMENTS_FOLDER: statementsFolder },
  },
)
const hasPassed = status === 0
const unproved = hasPassed && isWhole ? findUnproved(servedFolder) : []
const unprovedSql = hasPassed && isWhole ? findUnprovedSql(statementsFolder) : []
for (const folder of [servedFolder, statementsFolder]) rmSync(folder, { recursive: true })
if (unproved.length > 0) console.error(`No module test gets a successful reply from:\n${unproved.join('\n')}`)
if (unprovedSql.length > 0) console.error(`Hand-written SQL without a correct row type:\n${unprovedSql.join('\n')}`)
process.exit(hasPassed && unproved.length === 0 && unprovedSql.length === 0 ? 0 : 1)
