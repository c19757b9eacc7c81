import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { locate, mutate, readDraw, type Mutant } from './mutant.ts'
import { readReach, selectTests, type Reach } from './select-tests.ts'

/**
 * Runs the tests that reach each mutant of the draw in a copy of the working tree and reports which fail. `--tree DIR`
 * uses an existing checkout, `--reach DIR` a recording of it, `--budget SECONDS` bounds each mutant, `--resume`
 * continues with the recording and the results of an interrupted run.
 */
const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache/mutants')
/** Results of the suite of November 2026, before it was split into `npm test` and `npm run verify`. */
const BASELINE = join(import.meta.dirname, 'baseline.json')
/** Test files in the first batch, the likeliest ones. */
const FIRST_BATCH = 4
const CONFIRM_MS = 180_000

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    tree: { type: 'string', default: join(CACHE, 'tree') },
    reach: { type: 'string', default: join(CACHE, 'reach') },
    results: { type: 'string', default: join(CACHE, 'results.json') },
    budget: { type: 'string', default: '600' },
    resume: { type: 'boolean', default: false },
  },
})
const budgetMs = Number(options.budget) * 1000

interface Outcome {
  id: string
  found: boolean
  /** First failed test, or the reason why nothing could run. */
  by: string
  seconds: number
}

function vitest(args: string[], env: NodeJS.ProcessEnv = {}, timeout?: number) {
  return spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    cwd: options.tree,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    timeout: timeout === undefined ? undefined : Math.ceil(timeout),
  })
}

/** Copies the files known to git; packages are linked, the project's own among them to the copy. */
function copyTree() {
  rmSync(options.tree, { recursive: true, force: true })
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).stdout
  for (const path of files
    .trim()
    .split('\n')
    .filter((one) => existsSync(join(ROOT, one)))) {
    mkdirSync(dirname(join(options.tree, path)), { recursive: true })
    cpSync(join(ROOT, path), join(options.tree, path))
  }
  mkdirSync(join(options.tree, 'node_modules/@artikul'), { recursive: true })
  for (const name of globSync(['*', '.bin'], { cwd: join(ROOT, 'node_modules') }))
    if (name !== '@artikul') symlinkSync(join(ROOT, 'node_modules', name), join(options.tree, 'node_modules', name))
  for (const name of globSync('*', { cwd: join(ROOT, 'node_modules/@artikul') }))
    symlinkSync(join(options.tree, name), join(options.tree, 'node_modules/@artikul', name))
}

function record() {
  console.log('Recording which tests reach what…')
  const { status, stdout } = vitest(['--project', 'contract', '--project', 'server', '--project', 'web'], {
    MUTANTS_REACH: options.reach,
  })
  if (status !== 0) throw new Error(`the tests fail without a mutant:\n${stdout}`)
}

interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Name of the first failed test; undefined when all passed. */
function firstFailure(files: readonly string[], timeout: number): string | undefined {
  const report = join(options.tree, '.cache/mutant-report.json')
  rmSync(report, { force: true })
  vitest(
    [
      '--project',
      '!verify-*',
      '--tags-filter=!detail',
      '--bail',
      '1',
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    ],
    {},
    timeout,
  )
  if (!existsSync(report)) return undefined
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const failed = testResults.filter(({ status }) => status === 'failed')
  for (const { name, message, assertionResults } of failed) {
    const text = assertionResults.find(({ status }) => status === 'failed')?.fullName ?? message.slice(0, 80)
    // A file interrupted by bailing out also counts as failed, without a text.
    if (text !== '') return `${name.replace(`${options.tree}/`, '')}: ${text}`
  }
  return undefined
}

/** Runs the likeliest files first, then the rest, until one fails or the time is up. */
function findBy(files: readonly string[]): string | undefined {
  const deadline = performance.now() + budgetMs
  for (const batch of [files.slice(0, FIRST_BATCH), files.slice(FIRST_BATCH)]) {
    const left = deadline - performance.now()
    if (batch.length === 0 || left <= 0) continue
    const failure = firstFailure(batch, left)
    // Runs it again alone: on a busy machine a test may fail for other reasons than the mutant.
    const again = failure && firstFailure([failure.slice(0, failure.indexOf(':'))], CONFIRM_MS)
    if (again) return again
  }
  return undefined
}

function run(mutant: Mutant, reach: readonly Reach[]): Outcome {
  const startedAt = performance.now()
  const place = locate(options.tree, mutant)
  const outcome = (found: boolean, by: string): Outcome => ({
    id: mutant.id,
    found,
    by,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  })
  if (!place) return outcome(false, 'the place no longer exists')
  const files = selectTests(mutant, place.path, reach)
  // Screens are also covered by the journeys, which run in a browser and leave no recording.
  if (place.path.startsWith('web/')) files.push('e2e/tests')
  if (files.length === 0) return outcome(false, 'no test executes it')
  const path = join(options.tree, place.path)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, mutate(text, place.site))
  try {
    const by = findBy(files)
    return outcome(by !== undefined, by ?? `${files.length} files passed`)
  } finally {
    writeFileSync(path, text)
  }
}

if (!options.resume) rmSync(options.results, { force: true })
if (!options.resume && options.reach.startsWith(CACHE)) rmSync(options.reach, { recursive: true, force: true })
const done: Outcome[] = existsSync(options.results)
  ? (JSON.parse(readFileSync(options.results, 'utf8')) as Outcome[])
  : []
if (options.tree.startsWith(CACHE)) copyTree()
if (!existsSync(options.reach)) record()
const reach = readReach(options.reach)
const mutants = readDraw().filter(({ id }) =>
  wanted.length > 0 ? wanted.includes(id) : !done.some((one) => one.id === id),
)
for (const mutant of mutants) {
  const outcome = run(mutant, reach)
  console.log(`${outcome.found ? 'found' : 'SURVIVED'}  ${mutant.id.padEnd(24)} ${outcome.seconds} s  ${outcome.by}`)
  const before = done.findIndex(({ id }) => id === outcome.id)
  if (before >= 0) done.splice(before, 1)
  done.push(outcome)
  mkdirSync(dirname(options.results), { recursive: true })
  writeFileSync(options.results, JSON.stringify(done, null, 2))
}
const found = new Set(done.filter((one) => one.found).map(({ id }) => id))
console.log(`${found.size} of ${done.length} mutants found`)
const baseline = JSON.parse(readFileSync(BASELINE, 'utf8')) as Outcome[]
const foundBefore = baseline.filter((one) => one.found && done.some(({ id }) => id === one.id))
const lost = foundBefore.filter(({ id }) => !found.has(id))
console.log(`Of ${foundBefore.length} that the baseline finds: ${foundBefore.length - lost.length} found`)
for (const { id, by } of lost) console.log(`lost  ${id}: the baseline finds it by ${by}`)
process.exitCode = lost.length > 0 ? 1 : 0
