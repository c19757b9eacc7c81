import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'
import { followDatabaseClock } from './database-clock.ts'

const app = useTestApp()
const HOUR_MS = 3_600_000

test('clock that is an hour wrong follows the clock of the database', async () => {
  vi.setSystemTime(Date.now() - HOUR_MS)
  const wrong = Date.now()
  const clock = await followDatabaseClock(app.appDatabase, pino({ level: 'silent' }))
  try {
    expect((clock.now().getTime() - wrong) / HOUR_MS).toBeCloseTo(1, 1)
  } finally {
    clock.stop()
    vi.useRealTimers()
  }
})
