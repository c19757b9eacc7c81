import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './find-browser.ts'
import { launchBrowser } from './signed-in.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, '.cache/contact-sheet')
const CELL = { desk: 480, phone: 195 } as const
const COLUMNS = { desk: 4, phone: 10 } as const
const ROWS = { desk: 3, phone: 3 } as const
type Kind = keyof typeof CELL

/** Builds a sheet of pictures side by side with their names below. */
const pageOf = (kind: Kind, names: string[]) => {
  // Height of a window: lower content is cut off, nothing at the sides.
  const height = kind === 'desk' ? 300 : 420
  const cells = names.map((name) => {
    const data = readFileSync(join(FOLDER, name)).toString('base64')
    const label = name.replace(/\.webp$/, '')
    return `<figure><img src="data:image/webp;base64,${data}"><figcaption>${label}</figcaption></figure>`
  })
  return `<style>body{margin:8px;font:11px sans-serif;display:grid;gap:8px;grid-template-columns:repeat(${COLUMNS[kind]},${CELL[kind]}px)}
    figure{margin:0}img{width:100%;height:${height}px;object-fit:cover;object-position:top;border:1px solid #999}figcaption{overflow-wrap:anywhere}</style>${cells.join('')}`
}

/** Builds an overview of all screens: the walk of all pages stores its pictures, which are arranged on sheets. */
async function makeSheets() {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const walk = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'verify-browser',
    'verification/browser/walks/pages/',
  ]
  // With a report the walk covers every width, and both themes on a desktop.
  const env = { ...process.env, CONTACT_SHEET: FOLDER, VERIFY_REPORT: join(FOLDER, 'report.jsonl') }
  if (spawnSync(process.execPath, walk, { cwd: ROOT, stdio: 'inherit', env }).status !== 0) process.exitCode = 1
  const browser = await launchBrowser(findBrowser())
  const page = await browser.newPage({ viewport: { width: 1980, height: 1200 } })
  const pictures = readdirSync(FOLDER).sort()
  for (const screen of ['1440_light', '1440_dark', '390_light']) {
    const kind: Kind = screen.startsWith('1440') ? 'desk' : 'phone'
    const all = pictures.filter((name) => name.endsWith(`${screen}.webp`))
    const each = COLUMNS[kind] * ROWS[kind]
    for (let from = 0, sheet = 1; from < all.length; from += each, sheet += 1) {
      await page.setContent(pageOf(kind, all.slice(from, from + each)))
      const picture = await page.screenshot({ fullPage: true })
      writeFileSync(join(FOLDER, `sheet-${screen}-${String(sheet).padStart(2, '0')}.png`), picture)
    }
  }
  await browser.close()
  process.stdout.write(`${FOLDER}\n`)
}

await makeSheets()
