import { keysOf } from '../../core/keys.ts'
import type { LineState } from './line-states.ts'

/** Stages of a line as a parcel, for people who do not know the states of orders. */
export const PARCEL_STAGES = {
  accepted: 'Заказ принят',
  confirmed: 'Подтверждён поставщиком',
  transit: 'В пути',
  arrived: 'На складе',
  delivered: 'Получен',
} as const
export type ParcelStage = keyof typeof PARCEL_STAGES

const STAGE_OF: Readonly<Record<LineState, ParcelStage | null>> = {
  new: 'accepted',
  awaiting_payment: 'accepted',
  on_hold: 'accepted',
  needs_confirm: 'accepted',
  reserved: 'arrived',
  in_work: 'accepted',
  ordered_supplier: 'accepted',
  confirmed_supplier: 'confirmed',
  in_transit: 'transit',
  delayed: 'confirmed',
  arrived: 'arrived',
  picking: 'arrived',
  ready: 'arrived',
  shipped: 'delivered',
  issued: 'delivered',
  refused_supplier: null,
  cancelled_client: null,
  removed: null,
  return_requested: 'delivered',
  returned: 'delivered',
}

export interface ParcelStep {
  stage: ParcelStage
  /** ISO moment when the stage was reached or passed; `null` while it lies ahead. */
  at: string | null
}

/**
 * Converts a line to the steps of a parcel. The slowest part decides how far the line is; a stage that was skipped
 * takes the moment of the next one.
 *
 * @param states states of the line's parts
 * @param history transitions of the line, oldest first
 * @returns null when nothing of the line will arrive
 */
export function parcelSteps(
  states: readonly LineState[],
  history: readonly { at: string; to: LineState }[],
): ParcelStep[] | null {
  const stages = keysOf(PARCEL_STAGES)
  const placeOf = (state: LineState) => {
    const stage = STAGE_OF[state]
    return stage === null ? null : stages.indexOf(stage)
  }
  const places = states.flatMap((state) => placeOf(state) ?? [])
  if (places.length === 0) return null
  const reached = Math.min(...places)
  return stages.map((stage, place) => ({
    stage,
    at: place > reached ? null : (history.find(({ to }) => (placeOf(to) ?? -1) >= place)?.at ?? null),
  }))
}
