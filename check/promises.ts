import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run promises -- 11`, `-- 8 10 11` or `-- all`: runs what proves each promise and prints its figures; `-- trade-day`
 * lives through a scenario, which takes minutes and is not among all.
 */
const ROOT = join(import.meta.dirname, '..')
const FOLDERS = [
  { project: 'server', folder: 'server/src/promises' },
  { project: 'e2e', folder: 'e2e/tests/promises' },
]

const SCENARIOS = 'server/src/scenarios'

interface Proof {
  /** «Обещание 11», «Сценарий trade-day». */
  title: string
  /** As it is asked for. */
  name: string
  project: string
  path: string
}

const promises = FOLDERS.flatMap(({ project, folder }) =>
  (existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)) : [])
    .filter((file) => /^\d+-.*\.test\.ts$/.test(file))
    .map((file): Proof => {
      const number = String(Number.parseInt(file, 10))
      return { title: `Обещание ${number}`, name: number, project, path: `${folder}/${file}` }
    }),
)
const scenarios = ['trade-day', 'life'].map((name): Proof => ({
  title: `Сценарий ${name}`,
  name,
  project: 'server',
  path: `${SCENARIOS}/${name}.test.ts`,
}))
const numbers = [...new Set(promises.map(({ name }) => name))].sort((a, b) => Number(a) - Number(b))
const asked = process.argv.slice(2).map((name) => (/^\d+$/.test(name) ? String(Number(name)) : name))
const wanted = asked.includes('all') ? numbers : asked
const proofs = [...promises, ...scenarios]
const unknown = wanted.filter((name) => !proofs.some((proof) => proof.name === name))
if (wanted.length === 0 || unknown.length > 0) {
  console.error(
    `Использование: npm run promises -- НОМЕР…|all|СЦЕНАРИЙ…; есть обещания ${numbers.join(', ')} и сценарии ` +
      `${scenarios.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

let failed = false
for (const name of wanted) {
  for (const { title, project, path } of proofs.filter((proof) => proof.name === name)) {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--project', project, '--reporter', 'dot', path]
    const env = { ...process.env, PROMISES: 'on', CHROMIUM: process.env['CHROMIUM'] ?? '/usr/bin/chromium' }
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
    for (const line of stdout.match(/(?:Обещание \d+|Сценарий [\w-]+): .*/g) ?? []) console.log(line)
    console.log(`${title}: ${status === 0 ? 'выполнено' : 'НЕ ВЫПОЛНЕНО'} (${path})`)
    if (status === 0) continue
    failed = true
    console.error(stdout, stderr)
  }
}
process.exit(failed ? 1 : 0)
