import { z } from 'zod'

/** Pairs of a contract and a consignee from the list of ready goods. */
export const ReadyPairs = z
  .string()
  .regex(/^[1-9]\d{0,8}-[1-9]\d{0,8}(,[1-9]\d{0,8}-[1-9]\d{0,8}){0,19}$/, 'Неверный список точек')
  .transform((pairs) =>
    pairs.split(',').map((pair) => {
      const [contractId = 0, consigneeId = 0] = pair.split('-').map(Number)
      return { contractId, consigneeId }
    }),
  )
