import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }

export interface ServerProcess {
  origin: string
  pid: number
  stop: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '../../..')
const START = manifest.scripts.start
/** Flags and environment of `npm start`. */
const FLAGS = START.split(' ').filter((word) => word.startsWith('--'))
const START_ENV = Object.fromEntries(
  Array.from(START.matchAll(/([A-Z_]+)=(\S+)/g), ([, name = '', value = '']) => [name, value] as const),
)

async function untilReady(child: ChildProcess, url: string, seconds: number) {
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    if (child.exitCode !== null) throw new Error(`${url}: the process ended with code ${child.exitCode}`)
    const ready = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} is not ready`)
}

/** Runs a script of the project as a separate process, so that its CPU is measured separately. */
export async function startProcess(
  script: string,
  /** `seconds`: time within which the process must be ready, by default 30. */
  options: { port: number; ready: string; env?: Record<string, string>; seconds?: number },
): Promise<ServerProcess> {
  const env = { ...process.env, ...START_ENV, PORT: String(options.port), ...options.env }
  const child = spawn(process.execPath, [...FLAGS, join(ROOT, script)], {
    env,
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${options.port}`
  await untilReady(child, origin + options.ready, options.seconds ?? 30).catch((error: unknown) => {
    child.kill()
    throw error
  })
  return {
    origin,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
