/** Removes every sum of money (`…_kop`) from a reply: the names of such fields are a rule of the contract. */
export function withoutPrices<T>(reply: T): T {
  if (Array.isArray(reply)) return reply.map(withoutPrices) as T
  if (typeof reply !== 'object' || reply === null) return reply
  return Object.fromEntries(
    Object.entries(reply).map(([name, value]) => [name, name.endsWith('_kop') ? null : withoutPrices(value)]),
  ) as T
}
