import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
  }
}

const ROOT = join(import.meta.dirname, '../..')
const PORT = 3199

/** The product as a newcomer starts it: one server process with demonstration data of its own folder. */
export default async function setup(project: TestProject) {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: join(ROOT, '.cache/e2e'), NODE_ENV: 'development' }
  const server = spawn(process.execPath, [join(ROOT, 'server/src/start.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://localhost:${PORT}`
  for (let left = 600; ; left -= 1) {
    if (server.exitCode !== null || left === 0) throw new Error('the server did not start')
    const isReady = await fetch(`${origin}/health/ready`)
      .then((reply) => reply.ok)
      .catch(() => false)
    if (isReady) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  project.provide('origin', origin)
  return () =>
    new Promise<void>((resolve) => {
      server.once('exit', () => resolve())
      server.kill('SIGTERM')
    })
}
