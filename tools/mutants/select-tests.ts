import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** Functions executed by one test file, by production file, as recorded by `record-reach.ts`. */
export interface Reach {
  path: string
  ms: number
  hit: Record<string, string[]>
}

export const readReach = (folder: string): Reach[] =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Reach)

const wordsOf = (path: string) =>
  new Set(
    path
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3),
  )
const COMMON = wordsOf('server/src/modules/contract/features/queries/service/routes/test/tests/index/file/page')

/**
 * Counts the significant words shared by the paths of the mutant and of the test; the mutant's own module counts most.
 */
function similarity(mutant: Pick<Mutant, 'file' | 'within'>, test: string): number {
  const words = wordsOf(`${mutant.file} ${mutant.within.replace(/_/g, ' ')}`).difference(COMMON)
  const shared = words.intersection(wordsOf(test)).size
  const isSameFolder = test.startsWith(mutant.file.slice(0, mutant.file.lastIndexOf('/') + 1))
  // Row-level security is invisible to TypeScript coverage: tests of tenants are likeliest to find it.
  const isOfTenants = mutant.file.endsWith('.sql') && /tenant|owned/.test(test)
  return shared + (isSameFolder ? 2 : 0) + (isOfTenants ? 9 : 0)
}

/**
 * Lists the test files that can find the mutant, the likeliest first: those that executed its declaration. Code outside
 * functions runs once per process, so for it every file that loads the module counts.
 */
export function selectTests(mutant: Mutant, path: string, reach: readonly Reach[]): string[] {
  const isExecuted = reach.some(({ hit }) => hit[path]?.includes(mutant.within))
  const isLoaded = reach.some(({ hit }) => hit[path])
  const canFind = ({ hit }: Reach) =>
    isExecuted ? hit[path]?.includes(mutant.within) : isLoaded ? hit[path] !== undefined : true
  const side = path.startsWith('contract/') ? /./ : path.startsWith('web/') ? /^web\// : /^(server|contract|check)\//
  return reach
    .filter((one) => side.test(one.path) && canFind(one))
    .map((one) => ({ ...one, score: similarity({ ...mutant, file: path }, one.path) }))
    .toSorted((one, other) => other.score - one.score || one.ms - other.ms)
    .map((one) => one.path)
}
