import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import type { ReportEntry } from '../server/src/testing/figures.ts'
import { calibrate, mergeCalibrations, type Calibration } from './calibration.ts'
import { ITEMS, type Item } from './items.ts'
import { findMissing, formatPackages, install } from './programs.ts'

/**
 * `npm run verify [-- NAME …] [-- --install]`: runs checks that take long or depend on the machine and prints one
 * table. A name is a guarantee's number, an item or a group; without one everything but `mutants` runs.
 */
const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, '.cache/verify')
const SHARED_DATA = join(ROOT, '../shared/data')
const REPORT = join(CACHE, 'report.jsonl')

type Verdict = 'pass' | 'fail' | 'inconclusive' | 'skipped'
interface Row {
  item: Item
  verdict: Verdict
  /** Texts beside the verdict: figures, measured values with their limits, or what is missing. */
  figures: string[]
  limits: string[]
  seconds: number
}

if (process.argv[2] === 'mutants') {
  const script = join(ROOT, 'tools/mutants/run.ts')
  process.exit(spawnSync(process.execPath, [script, ...process.argv.slice(3)], { stdio: 'inherit' }).status ?? 1)
}
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { install: { type: 'boolean', default: false } },
})

function selectItems(): Item[] {
  const known = new Set(ITEMS.flatMap(({ name, group }) => [name, group]))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Known: ${[...known].join(', ')}, mutants.`)
    process.exit(1)
  }
  return ITEMS.filter(({ name, group }) => names.length === 0 || names.includes(name) || names.includes(group))
}

/** Why the item cannot run here; undefined when it can. */
function findSkipReason({ needs = [], needsSharedData }: Item): string | undefined {
  const missing = findMissing(needs)
  if (missing.length > 0) return `needs ${formatPackages(missing)}: install them or pass --install`
  return needsSharedData && !existsSync(SHARED_DATA) ? 'needs ../shared/data' : undefined
}

interface FileResult {
  name: string
  status: string
  startTime: number
  endTime: number
}

interface VitestRun {
  exitCode: number | null
  results: FileResult[]
}

function runVitest(project: string, files: readonly string[]): Promise<VitestRun> {
  const output = join(CACHE, 'vitest.json')
  rmSync(output, { force: true })
  const args = ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${output}`]
  const env = { ...process.env, VERIFY_REPORT: REPORT }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args, ...files], {
      cwd: ROOT,
      stdio: 'inherit',
      env,
    })
    child.on('close', (exitCode) => {
      if (!existsSync(output)) return resolve({ exitCode, results: [] })
      const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as { testResults: FileResult[] }
      resolve({ exitCode, results: testResults.map((result) => ({ ...result, name: relative(ROOT, result.name) })) })
    })
  })
}

function readReport(): ReportEntry[] {
  if (!existsSync(REPORT)) return []
  const lines = readFileSync(REPORT, 'utf8').trim().split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as ReportEntry)
}

/** A value over its limit fails on an idle machine and is inconclusive on a busy or slower one. */
function toVerdict(entry: ReportEntry, { slowdown, isBusy }: Calibration): Verdict {
  if (!('measured' in entry) || entry.value <= entry.limit) return 'pass'
  if (isBusy || entry.value <= entry.limit * slowdown) return 'inconclusive'
  return 'fail'
}

function toRow(item: Item, results: readonly FileResult[], entries: readonly ReportEntry[], machine: Calibration): Row {
  const own = results.filter(({ name }) => item.files.some((file) => name.startsWith(file)))
  const verdicts = entries.map((entry) => toVerdict(entry, machine))
  const hasFailed = own.length === 0 || own.some(({ status }) => status !== 'passed') || verdicts.includes('fail')
  return {
    item,
    verdict: hasFailed ? 'fail' : verdicts.includes('inconclusive') ? 'inconclusive' : 'pass',
    figures: entries.map((entry) =>
      'measured' in entry ? `${entry.measured}: ${entry.value} ${entry.unit}` : entry.figure,
    ),
    limits: entries.flatMap((entry) => ('measured' in entry ? [`${entry.limit} ${entry.unit}`] : [])),
    seconds: own.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0),
  }
}

/** Items that share a project and need no quiet machine run together; long guarantees run one by one. */
function toBatches(items: readonly Item[]): Item[][] {
  const together = Map.groupBy(items, ({ project, name }) =>
    project === 'verify-server' ? `${project} ${name}` : project,
  )
  return [...together.values()]
}

async function runBatch(batch: readonly Item[]): Promise<Row[]> {
  const [first] = batch
  if (!first) return []
  console.log(`\n${batch.map(({ name }) => name).join(', ')}`)
  rmSync(REPORT, { force: true })
  const before = await calibrate()
  const { exitCode, results } = await runVitest(first.project, [...new Set(batch.flatMap(({ files }) => files))])
  const machine = mergeCalibrations(before, await calibrate())
  const entries = Object.groupBy(readReport(), ({ name }) => name)
  const rows = batch.map((item) => toRow(item, results, entries[item.name] ?? [], machine))
  // An error outside the tests, such as an unhandled rejection, can make any of them wrong.
  if (exitCode !== 0 && results.every(({ status }) => status === 'passed'))
    return rows.map((row) => ({ ...row, verdict: 'fail', figures: [...row.figures, `vitest exited with ${exitCode}`] }))
  return rows
}

const COLOURS = { pass: 'green', fail: 'red', inconclusive: 'yellow', skipped: 'gray' } as const

/** Written after every batch, so that an interrupted run leaves its measurements. */
function writeTable(rows: readonly Row[]) {
  const lines = rows.map(({ item, verdict, figures, limits, seconds }) =>
    [item.name, item.guarantee, figures.join('; '), limits.join('; '), verdict, `${Math.round(seconds)} s`].join(' | '),
  )
  const table = ['name | guarantee | figure | limit | verdict | time', '--- | --- | --- | --- | --- | ---', ...lines]
  writeFileSync(join(CACHE, 'table.md'), `${table.join('\n')}\n`)
}

function print(rows: readonly Row[], minutes: number) {
  console.log('')
  for (const { item, verdict, figures, limits } of rows) {
    console.log(`${styleText(COLOURS[verdict], verdict.padEnd(12))} ${item.name.padEnd(14)} ${item.guarantee}`)
    for (const figure of figures) console.log(`${' '.repeat(28)}${figure}`)
    if (limits.length > 0) console.log(`${' '.repeat(28)}limits: ${limits.join('; ')}`)
  }
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length
  console.log(
    `\n${count('pass')} pass, ${count('fail')} fail, ${count('inconclusive')} inconclusive, ${count('skipped')} skipped ` +
      `in ${minutes.toFixed(1)} min; the table is in ${relative(process.cwd(), join(CACHE, 'table.md'))}`,
  )
}

mkdirSync(CACHE, { recursive: true })
const items = selectItems()
const missing = findMissing([...new Set(items.flatMap(({ needs = [] }) => needs))])
if (missing.length > 0 && options.install) install(missing)
const startedAt = performance.now()
const rows: Row[] = []
for (const item of items) {
  const reason = findSkipReason(item)
  if (reason) rows.push({ item, verdict: 'skipped', figures: [reason], limits: [], seconds: 0 })
}
writeTable(rows)
for (const batch of toBatches(items.filter((item) => findSkipReason(item) === undefined))) {
  rows.push(...(await runBatch(batch)))
  writeTable(rows)
}
print(rows, (performance.now() - startedAt) / 60_000)
process.exit(rows.some(({ verdict }) => verdict === 'fail') ? 1 : 0)
