import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PAUSE_MS = 100
/** The first start fills the demonstration, which takes more than a minute on a busy machine. */
const START_TIMEOUT_MS = 240_000

export interface RunningServer {
  origin: string
  stop: () => Promise<void>
}

interface Options {
  port: number
  /** Folder of its own database, created and filled with the demonstration at the first start. */
  dataDir: string
  settings?: Record<string, string>
}

const isReady = (origin: string) =>
  fetch(`${origin}/health/ready`)
    .then((reply) => reply.ok)
    .catch(() => false)

/** Starts the product for the first time: one server process with demonstration data in its own folder. */
export async function startServer({ port, dataDir, settings = {} }: Options): Promise<RunningServer> {
  const origin = `http://localhost:${port}`
  if (await isReady(origin)) throw new Error(`Port ${port} is taken by another server`)
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'development', ...settings }
  const server = spawn(process.execPath, [join(ROOT, 'server/src/start.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let left = START_TIMEOUT_MS / PAUSE_MS; ; left -= 1) {
    if (server.exitCode !== null || left === 0) {
      // A server that is still starting would block its port and this process.
      server.kill('SIGKILL')
      throw new Error('the server did not start')
    }
    if (await isReady(origin)) break
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

/** A data folder in the project's cache. */
export const folderOf = (name: string) => join(ROOT, `.cache/${name}`)
