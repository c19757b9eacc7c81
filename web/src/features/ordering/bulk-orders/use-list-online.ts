import { listRoutes, type ListOnlineEvent } from '@artikul/contract/ordering/bulk-orders'
import { useEffect, useState } from 'react'
import { follow } from '../../../lib/api/call.ts'

/** Offers of online suppliers by row position. */
export type ListOnline = ReadonlyMap<number, readonly OnlineRow[]>
export type OnlineRow = ListOnlineEvent['rows'][number]

const NOBODY: ListOnline = new Map()

function joined(before: ListOnline, rows: readonly OnlineRow[]): ListOnline {
  const after = new Map(before)
  for (const row of rows) after.set(row.position, [...(after.get(row.position) ?? []), row])
  return after
}

/** Streams offers of online suppliers for the list's rows; leaving the page ends the stream. */
export function useListOnline(id: number, isAsked: boolean): ListOnline {
  const [received, setReceived] = useState({ id, rows: NOBODY })
  useEffect(() => {
    if (!isAsked) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const listen = async () => {
      let rows = NOBODY
      for await (const event of follow(listRoutes.online, { params: { id: String(id) }, signal })) {
        rows = joined(rows, event.rows)
        if (!signal.aborted) setReceived({ id, rows })
      }
    }
    // A failure is ignored: the portal's own goods are shown anyway.
    listen().catch(() => undefined)
    return () => leaving.abort()
  }, [id, isAsked])
  return received.id === id ? received.rows : NOBODY
}

/** Returns the lowest price and the earliest date, for a row that shows own goods first. */
export function bestOf(rows: readonly OnlineRow[]) {
  const offers = rows.flatMap((row) => row.offers)
  const prices = offers.flatMap(({ price_kop }) => price_kop ?? [])
  const days = offers.map(({ expected_date }) => expected_date).toSorted()
  return { price_kop: prices.length === 0 ? null : Math.min(...prices), expected_date: days[0] }
}

/** Groups suppliers' offers by product in the order of arrival, so that rows do not jump. */
export function byProduct(rows: readonly OnlineRow[]): OnlineRow[] {
  const joint = new Map<string, OnlineRow>()
  for (const row of rows) {
    const name = `${row.product.brand} ${row.product.article}`
    const known = joint.get(name)
    joint.set(name, known ? { ...known, offers: [...known.offers, ...row.offers] } : row)
  }
  return [...joint.values()]
}
