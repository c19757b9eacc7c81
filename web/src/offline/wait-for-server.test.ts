import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForServer } from './wait-for-server.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') })
  sessionStorage.clear()
})
afterEach(() => vi.useRealTimers())

test('server is polled less and less often, and the offline page is left when it answers', async () => {
  const { state } = wait()
  await vi.advanceTimersByTimeAsync(1900)
  expect(state.asked).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(state).toMatchObject({ asked: 1, status: 'away', left: 0 })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(state.asked).toBeGreaterThan(5)
  expect(state.asked).toBeLessThan(10)
  state.there = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state.left).toBe(1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(state.left).toBe(1)
})

test('server is polled at once when the network returns', async () => {
  const { state } = wait()
  await vi.advanceTimersByTimeAsync(60_000)
  state.there = true
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10)
  expect(state.left).toBe(1)
})

test('server is polled at once on a button press', async () => {
  const { state, ask } = wait()
  await ask()
  expect(state).toMatchObject({ asked: 1, status: 'away', left: 0 })
  state.there = true
  await ask()
  expect(state.left).toBe(1)
})

test('repeated returns to the offline page wait longer each time', async () => {
  const delays: number[] = []
  for (let times = 0; times < 5; times += 1) {
    const { state } = wait()
    state.there = true
    const from = Date.now()
    window.dispatchEvent(new Event('online'))
    while (state.left === 0) await vi.advanceTimersByTimeAsync(100)
    delays.push(Date.now() - from)
  }
  expect(delays[0]).toBeLessThan(200)
  expect(delays.slice(1).map((ms) => Math.round(ms / 1000))).toEqual([4, 8, 16, 30])
})

function wait() {
  const state = { there: false, asked: 0, left: 0, status: '' }
  const ask = waitForServer({
    isThere: async () => {
      state.asked += 1
      if (state.there) return true
      throw new TypeError('Failed to fetch')
    },
    leave: () => {
      state.left += 1
    },
    onAsk: (status) => {
      state.status = status
    },
  })
  return { state, ask }
}
