import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run promises -- 11`, `-- 8 10 11` or `-- all`: runs what proves each promise and prints its figures. */
const ROOT = join(import.meta.dirname, '..')
const FOLDERS = [
  { project: 'server', folder: 'server/src/promises' },
  { project: 'e2e', folder: 'e2e/tests/promises' },
]

const files = FOLDERS.flatMap(({ project, folder }) =>
  (existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)) : [])
    .filter((name) => /^\d+-.*\.test\.ts$/.test(name))
    .map((name) => ({ project, promise: Number.parseInt(name, 10), path: `${folder}/${name}` })),
)
const known = [...new Set(files.map((file) => file.promise))].sort((a, b) => a - b)
const asked = process.argv.slice(2)
const wanted = asked.includes('all') ? known : asked.map(Number)
const unknown = wanted.filter((promise) => !known.includes(promise))
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`Использование: npm run promises -- НОМЕР…|all; есть обещания ${known.join(', ')}.`)
  process.exit(1)
}

let failed = false
for (const promise of wanted) {
  for (const { project, path } of files.filter((file) => file.promise === promise)) {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--project', project, '--reporter', 'dot', path]
    const env = { ...process.env, PROMISES: 'on', CHROMIUM: process.env['CHROMIUM'] ?? '/usr/bin/chromium' }
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
    for (const line of stdout.match(/Обещание \d+: .*/g) ?? []) console.log(line)
    console.log(`Обещание ${promise}: ${status === 0 ? 'выполнено' : 'НЕ ВЫПОЛНЕНО'} (${path})`)
    if (status === 0) continue
    failed = true
    console.error(stdout, stderr)
  }
}
process.exit(failed ? 1 : 0)
