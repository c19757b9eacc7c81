import { z } from 'zod'

export const BrandFilter = z.enum(['original', 'empty', 'unverified'])
export type BrandFilter = z.infer<typeof BrandFilter>
