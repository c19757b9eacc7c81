import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type BrowserContext } from 'playwright-core'
import { measureInteractions } from './measure/interactions.ts'
import { PROFILES, score, type Profile, type Scores } from './measure/lighthouse.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const DEBUG_PORT = 9333
const RUNS = Number(process.env['BENCH_RUNS'] ?? 5)
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--remote-debugging-port=${DEBUG_PORT}`,
]

/** @param out folder that the page is built into */
async function serveCorePage(port: number, out: string): Promise<Server> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(process.execPath, [
    vite,
    'build',
    join(ROOT, 'verification/bench/core-page'),
    '--outDir',
    out,
    '--logLevel',
    'error',
  ])
  if (built.status !== 0) throw new Error(built.stderr.toString())
  const server = createServer((request, reply) => {
    const path = request.url?.startsWith('/assets/') ? request.url : '/index.html'
    const body = brotliCompressSync(readFileSync(join(out, path)))
    reply.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-encoding': 'br' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

/** Measures the bytes of scripts and styles as transferred, until the page is idle. */
async function weigh(context: BrowserContext, url: string): Promise<{ bytes: number; files: number }> {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  // Counts everything that sign-in loaded as well.
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/\.(js|css)(\?|$)/.test(request.url())) sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  // The network is never idle, because the event stream does not end.
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(3000)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await page.close()
  return { bytes, files: sizes.length }
}

/** Public pages are measured signed out, the others as an administrator of a demonstration company. */
const ONLY = process.env['BENCH_PAGES']?.split(' ')
const chosen = (pages: string[]) => pages.filter((page) => ONLY?.includes(page) ?? true)
const PUBLIC = chosen(['/', '/news'])
const SIGNED_IN = chosen(['/catalog', '/catalog?q=26300-35503', '/orders', '/cart'])

interface Row extends Scores {
  page: string
  profile: Profile
  /** Performance relative to the bare page with the same core. */
  of_core: number
}

async function scorePages(origin: string, pages: readonly string[], core: Record<Profile, Scores>): Promise<Row[]> {
  const rows: Row[] = []
  for (const page of pages)
    for (const profile of PROFILES) {
      const scores = await score(origin + page, profile, RUNS, DEBUG_PORT)
      const of_core = Math.round((scores.performance / Math.max(core[profile].performance, 1)) * 100) / 100
      rows.push({ page, profile, ...scores, of_core })
      process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
    }
  return rows
}

/** Measures the weight of pages until idle, and Lighthouse scores beside a bare page of the same core. */
export async function run(): Promise<Result> {
  const dataDir = process.env['BENCH_WEB_DATA'] ?? join(ROOT, '.cache/bench-web')
  const ours = await startProcess('server/src/start.ts', {
    port: 3906,
    ready: '/health/ready',
    env: { DATA_DIR: dataDir },
  })
  await using built = await mkdtempDisposable(join(tmpdir(), 'core-page-'))
  const core = await serveCorePage(3907, built.path)
  await using profile = await mkdtempDisposable(join(tmpdir(), 'bench-profile-'))
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ARGS,
    locale: 'ru-RU',
  })
  try {
    const bare = 'http://127.0.0.1:3907/'
    const coreScores = {
      desktop: await score(bare, 'desktop', RUNS, DEBUG_PORT),
      phone: await score(bare, 'phone', RUNS, DEBUG_PORT),
    }
    const publicWeight = await weigh(context, `${ours.origin}/`)
    const publicRows = await scorePages(ours.origin, PUBLIC, coreScores)
    const login = await context.newPage()
    await login.goto(`${ours.origin}/login`)
    await login.getByLabel('Электронная почта или логин').fill('admin@client.test')
    await login.locator('input[type=password]').fill('Artikul-Demo-2026')
    await login.keyboard.press('Enter')
    await login.waitForURL(`${ours.origin}/`)
    // Closed, so that it does not process events and the session during other measurements.
    await login.close()
    const weight = await weigh(context, `${ours.origin}/catalog?q=26300-35503`)
    const interactions = await measureInteractions(context, ours.origin)
    const rows = [...publicRows, ...(await scorePages(ours.origin, SIGNED_IN, coreScores))]
    const kilobytes = (bytes: number) => Math.round(bytes / 102.4) / 10
    return {
      name: 'web',
      figure: kilobytes(weight.bytes),
      unit: 'KB of JS and CSS (brotli) on signed-in /catalog',
      baseline: 200,
      ratio: Math.round((weight.bytes / 1024 / 200) * 100) / 100,
      files: weight.files,
      public_kb: kilobytes(publicWeight.bytes),
      lighthouse_core: coreScores,
      lighthouse: rows,
      inp: interactions[0]?.ms,
      interactions: interactions.slice(0, 5),
      worst_of_core: Math.min(...rows.map((row) => row.of_core)),
    }
  } finally {
    await context.close()
    core.close()
    await ours.stop()
  }
}
