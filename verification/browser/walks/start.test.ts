import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const PORT = 3197
const dataDir = join(ROOT, `.cache/start-${process.pid}`)
let last: ChildProcess | undefined

afterAll(async () => {
  if (last) await end(last, 'SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Demonstration data need half a minute on a busy machine. */
const LONGEST_START_MS = 80_000
const PAUSE_MS = 100

test('server exits with a one-line message on an invalid setting', async () => {
  expect(await refusal({ PORT: 'восемь' })).toMatch(/^Настройка PORT: [^\n]+$/)
  expect(await refusal({ DATABASE_URL: 'mysql://x' })).toMatch(/^Настройка DATABASE_URL: [^\n]+$/)
  expect(await refusal({ NODE_ENV: 'production' })).toMatch(/^Настройка AUTH_SECRET: [^\n]+$/)
  expect(await refusal({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' })).toMatch(/^База данных [^\n]+$/)
})

test('server exits with a one-line message on an unwritable folder', async () => {
  expect(await refusal({ DATA_DIR: '/dev/null/nowhere' })).toMatch(/^Папка DATA_DIR [^\n]+$/)
})

test('server refuses a second instance or a taken port and leaves no process', { timeout: 180_000 }, async () => {
  const { child } = run()
  await untilReady()
  expect(await refusal({ PORT: String(PORT + 1) })).toMatch(/^Портал уже запущен из папки [^\n]+$/)
  await untilReady()
  await end(child, 'SIGINT')
  const socket = createServer().listen(PORT, '127.0.0.1')
  await new Promise((resolve) => socket.once('listening', resolve))
  expect(await refusal({})).toBe(`Порт ${PORT} занят: задайте другой в PORT.`)
  await new Promise((resolve) => socket.close(resolve))
  const left = spawn('pgrep', ['-f', `postgres -D ${dataDir}`])
  expect(await new Promise((resolve) => left.once('exit', resolve))).toBe(1)
})

test('server restarts after kill -9 with the same orders', { timeout: 180_000 }, async () => {
  const { child } = run({ DEMO_DATA: 'on' })
  await untilReady()
  const signIn = () =>
    fetch(`http://127.0.0.1:${PORT}/api/v1/token/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'admin@client.test', password: 'Artikul-Demo-2026' }),
    })
  const { access_token } = (await (await signIn()).json()) as { access_token: string }
  const orders = async () => {
    const headers = { authorization: `Bearer ${access_token}` }
    const reply = await fetch(`http://127.0.0.1:${PORT}/api/v1/orders`, { headers })
    expect(reply.status).toBe(200)
    return reply.text()
  }
  const before = await orders()
  await end(child, 'SIGKILL')
  const again = run({ DEMO_DATA: 'on' })
  await untilReady()
  expect(await orders()).toBe(before)
  await end(again.child, 'SIGTERM')
})

function run(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(ROOT, 'server/src/start.ts')], {
    env: { ...process.env, NODE_ENV: 'development', PORT: String(PORT), DATA_DIR: dataDir, DEMO_DATA: 'off', ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  last = child
  return { child, output: () => output }
}

async function untilReady() {
  const started = Date.now()
  while (Date.now() - started < LONGEST_START_MS) {
    const isReady = await fetch(`http://127.0.0.1:${PORT}/health/ready`)
      .then((reply) => reply.ok)
      .catch(() => false)
    if (isReady) return
    // Polling without a pause would slow down the awaited process.
    await setTimeout(PAUSE_MS)
  }
  throw new Error('the server is not ready')
}

const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })

/** Runs until it stops by itself and returns its single sentence; the exit code is 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { child, output } = run(env)
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code).toBe(1)
  // A folder closed to PostgreSQL's owner is reported on a line of its own before.
  return output().trim().split('\n').at(-1) ?? ''
}
