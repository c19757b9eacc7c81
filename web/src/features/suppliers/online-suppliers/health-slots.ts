import type { HealthSlice } from '@artikul/contract/suppliers/online-suppliers'

const SLOT_MS = 15 * 60_000
const SLOTS = 96

/** Query outcomes in the stacking order of the chart. */
export const QUERY_OUTCOMES = [
  { field: 'answered', label: 'Ответил в срок', fill: 'fill-success', dot: 'bg-success' },
  { field: 'timed_out', label: 'Не успел', fill: 'fill-warn', dot: 'bg-warn' },
  { field: 'failed', label: 'Ошибка', fill: 'fill-accent', dot: 'bg-accent' },
  { field: 'refused', label: 'Не спрошен', fill: 'fill-control', dot: 'bg-control' },
] as const satisfies readonly { field: keyof HealthSlice; label: string; fill: string; dot: string }[]

/** A quarter of an hour of the chart, with or without queries. */
export type Slot = Omit<HealthSlice, 'at'> & { at: number }

const NO_QUERIES = { asked: 0, answered: 0, failed: 0, timed_out: 0, refused: 0, offers: 0, dropped: 0 }

/**
 * Returns every quarter of an hour of the day that ends with the current one.
 * @param until milliseconds since the epoch
 */
export function slotsOf(slices: readonly HealthSlice[], until: number): Slot[] {
  const last = Math.floor(until / SLOT_MS)
  const known = new Map(slices.map((slice) => [Math.floor(Date.parse(slice.at) / SLOT_MS), slice]))
  return Array.from({ length: SLOTS }, (_, at) => {
    const number = last - SLOTS + 1 + at
    return { ...NO_QUERIES, ...known.get(number), at: number * SLOT_MS }
  })
}

/** Sum of all outcomes. */
export const totalOf = (slot: Slot): number => QUERY_OUTCOMES.reduce((sum, { field }) => sum + slot[field], 0)
