import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'
import { createListener } from './listener.ts'

const test_ = useTestApp()
const sockets: Socket[] = []
let server: Server | undefined

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server?.close()
})

/** A link to the database, the first of which carries nothing and says nothing of it. */
async function openLink(): Promise<{ url: string; links: () => number }> {
  const target = new URL(test_.databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  let links = 0
  server = createServer((socket) => {
    links += 1
    sockets.push(socket)
    if (links === 1) return
    const onward = folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`)
    sockets.push(onward)
    for (const one of [socket, onward]) one.on('error', () => undefined)
    socket.pipe(onward)
    onward.pipe(socket)
  })
  await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  target.searchParams.delete('host')
  const user = target.username || 'artikul'
  const at = typeof address === 'object' ? address?.port : 0
  return { url: `postgres://${user}:${target.password}@127.0.0.1:${at}${target.pathname}`, links: () => links }
}

test('a link that neither answers nor fails is given up for a new one', async () => {
  const { url, links } = await openLink()
  let wakes = 0
  const listener = createListener(url, 'happenings', { onWake: () => (wakes += 1), patienceMs: 200 })
  listener.start()
  await expect.poll(() => wakes, { timeout: 8000 }).toBeGreaterThan(0)
  expect(links()).toBeGreaterThan(1)
  const before = wakes
  await test_.database.sql`notify happenings`
  await expect.poll(() => wakes, { timeout: 8000 }).toBeGreaterThan(before)
  await listener.stop()
}, 20_000)
