import { useState } from 'react'

interface Choice {
  contract_ids: readonly number[]
  pickup_ids: readonly number[]
}

const NOTHING: Choice = { contract_ids: [], pickup_ids: [] }

/** What the buyer chooses for the orders before placing: contracts, and points whose goods are collected. */
export function usePreviewChoice() {
  const [choice, setChoice] = useState(NOTHING)
  const chosen = {
    ...(choice.contract_ids.length > 0 && { contract_ids: [...choice.contract_ids] }),
    ...(choice.pickup_ids.length > 0 && { pickup_ids: [...choice.pickup_ids] }),
  }
  return {
    /** Chosen ids, for the order. */
    chosen,
    /** Query of the preview. */
    query: Object.fromEntries(Object.entries(chosen).map(([name, ids]) => [name, ids.join(',')])),
    chooseContracts: (contract_ids: number[]) => setChoice((before) => ({ ...before, contract_ids })),
    choosePickup: (consigneeId: number, isPickup: boolean) =>
      setChoice((before) => ({
        ...before,
        pickup_ids: [...before.pickup_ids.filter((id) => id !== consigneeId), ...(isPickup ? [consigneeId] : [])],
      })),
  }
}
export type PreviewChoice = ReturnType<typeof usePreviewChoice>
