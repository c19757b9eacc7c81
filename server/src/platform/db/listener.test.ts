import { expect, test } from 'vitest'
import { pass, useLink } from '../../testing/link.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { createListener } from './listener.ts'

const test_ = useTestApp()
const openLink = useLink()

test('listener replaces a silent connection with a new one', async () => {
  let links = 0
  const url = await openLink(test_.databaseUrl, (client, database) => {
    links += 1
    // The first connection forwards nothing and reports nothing.
    if (links > 1) pass(client, database)
  })
  let wakes = 0
  const listener = createListener(url, 'events', { onWake: () => (wakes += 1), patienceMs: 200 })
  listener.start()
  await expect.poll(() => wakes).toBeGreaterThan(0)
  expect(links).toBeGreaterThan(1)
  const before = wakes
  await test_.database.sql`notify events`
  await expect.poll(() => wakes).toBeGreaterThan(before)
  await listener.stop()
}, 20_000)
