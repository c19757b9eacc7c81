interface Term {
  id: number
  seller_id: number
  signed_on: string
  valid_to: string | null
  is_default: boolean
  /** Id of the contract that this one continues. */
  renews_id: number | null
}

const isInForceOn =
  (day: string) =>
  ({ signed_on, valid_to }: Term): boolean =>
    signed_on <= day && (valid_to === null || valid_to >= day)

/** Selects the contracts with a seller that are in force on a day. */
export const contractsInForce = <T extends Term>(contracts: readonly T[], sellerId: number, day: string): T[] =>
  contracts.filter((contract) => contract.seller_id === sellerId).filter(isInForceOn(day))

/**
 * Finds the contract under which a company buys from a seller on a day: the main one; before its first day the one that
 * it renews; else the newest of those in force.
 */
export function contractInForce<T extends Term>(contracts: readonly T[], sellerId: number, day: string): T | undefined {
  const own = contracts.filter((contract) => contract.seller_id === sellerId)
  const isInForce = isInForceOn(day)
  let main = own.find((contract) => contract.is_default)
  while (main && main.signed_on > day) {
    const { renews_id } = main
    main = own.find((contract) => contract.id === renews_id)
  }
  if (main && isInForce(main)) return main
  return own.filter(isInForce).toSorted((a, b) => b.signed_on.localeCompare(a.signed_on) || b.id - a.id)[0]
}
