import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PAUSE_MS = 100
/** The first start makes the data of the demonstration, on a loaded machine for a minute and more. */
const PATIENCE_MS = 240_000

export interface RunningServer {
  origin: string
  stop: () => Promise<void>
}

interface Options {
  port: number
  /** The folder of its own database: created and filled with the demonstration at the first start. */
  dataDir: string
  settings?: Record<string, string>
}

/** The product as a newcomer starts it: one server process with demonstration data of its own folder. */
export async function startServer({ port, dataDir, settings = {} }: Options): Promise<RunningServer> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'development', ...settings }
  const server = spawn(process.execPath, [join(ROOT, 'server/src/start.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://localhost:${port}`
  for (let left = PATIENCE_MS / PAUSE_MS; ; left -= 1) {
    if (server.exitCode !== null || left === 0) {
      // Left alone, it would keep the port, and whoever waits for this process waiting.
      server.kill('SIGKILL')
      throw new Error('the server did not start')
    }
    const isReady = await fetch(`${origin}/health/ready`)
      .then((reply) => reply.ok)
      .catch(() => false)
    if (isReady) break
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return {
    origin,
    stop: () =>
      new Promise<void>((resolve) => {
        if (server.exitCode !== null || server.signalCode !== null) return resolve()
        server.once('exit', () => resolve())
        server.kill('SIGTERM')
      }),
  }
}

/** A folder that lives as long as the run. */
export const folderOf = (name: string) => join(ROOT, `.cache/${name}`)
