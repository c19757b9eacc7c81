import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from './server.ts'

const PAUSE_MS = 100
const PATIENCE_MS = 60_000
/** A database that is thrown away has nothing to lose when the power goes. */
const QUICK = "\nfsync = 'off'\nfull_page_writes = 'off'\nsynchronous_commit = 'off'\n"

/** False: somebody else of the run is at it. */
function takeTurn(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

/** The demonstration as the product fills it at its first start, made once in a run. */
async function makeDemo(folder: string, port: number): Promise<string> {
  const demo = join(folder, 'demo')
  const ready = join(folder, 'demo-is-ready')
  if (existsSync(ready)) return demo
  if (takeTurn(join(folder, 'demo-is-made'))) {
    const server = await startServer({ port, dataDir: demo, settings: { DEMO_SUPPLIERS: 'off' } })
    await server.stop()
    appendFileSync(join(demo, 'postgres/postgresql.auto.conf'), QUICK)
    mkdirSync(ready)
  }
  for (let left = PATIENCE_MS / PAUSE_MS; !existsSync(ready); left -= 1) {
    if (left === 0) throw new Error('the demonstration was not made')
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return demo
}

/** A folder of a server with the demonstration in it: a copy takes a moment, filling it takes ten seconds. */
export async function copyDemo(folder: string, dataDir: string, port: number): Promise<void> {
  const { status } = spawnSync('cp', ['-a', await makeDemo(folder, port), dataDir], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the demonstration was not copied')
}
