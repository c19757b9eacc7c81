import { setTimeout as delay } from 'node:timers/promises'
import type { MovedClock } from './moved-portal.factory.ts'
import type { Act, TradeBuyer } from './trade-buyer.factory.ts'

/** Actions per second of the ordinary clock. */
export type Rates = Partial<Record<Act, number>>

const TICK_MS = 10

/** Lets buyers perform the hour's actions in turn until the moment, and counts how often none was free. */
export async function runRush(
  buyers: readonly TradeBuyer[],
  clock: MovedClock,
  { until, rates }: { until: Date; rates: Rates },
) {
  const under = new Set<Promise<void>>()
  const due = new Map<Act, number>()
  let [turn, skipped] = [0, 0]
  const nextFree = () => {
    for (let tries = buyers.length; tries > 0; tries -= 1) {
      const buyer = buyers[(turn += 1) % buyers.length]
      if (buyer?.isFree()) return buyer
    }
    return undefined
  }
  const failures: unknown[] = []
  const begin = (act: Act) => {
    const buyer = nextFree()
    if (!buyer) return void (skipped += 1)
    const work = buyer.act(act).catch((error: unknown) => void failures.push(error))
    under.add(work)
    void work.finally(() => under.delete(work))
  }
  let before = performance.now()
  while (clock.now() < until && failures.length === 0) {
    const now = performance.now()
    for (const [act, perSecond] of Object.entries(rates) as [Act, number][]) {
      let left = (due.get(act) ?? Math.random()) + ((now - before) / 1000) * perSecond
      for (; left >= 1; left -= 1) begin(act)
      due.set(act, left)
    }
    before = now
    await delay(TICK_MS)
  }
  await Promise.all(under)
  if (failures.length > 0) throw failures[0]
  return skipped
}

interface Volley {
  at: Date
  /** Lead time for filling and reviewing carts, simulated milliseconds. */
  readyMs: number
  /** Window around the moment within which orders are sent. */
  withinMs: number
}

/** Lets buyers with reviewed orders send them all at once around the moment. */
export async function fireVolley(buyers: readonly TradeBuyer[], clock: MovedClock, { at, readyMs, withinMs }: Volley) {
  const about = (share: number) => new Date(at.getTime() + (share * 2 - 1) * withinMs)
  await clock.until(new Date(at.getTime() - readyMs))
  const ready = buyers.filter((buyer) => buyer.isFree())
  await Promise.all(ready.map((buyer, n) => buyer.act('order', about((n + Math.random()) / ready.length))))
}
