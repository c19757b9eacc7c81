import { z } from 'zod'

export const BRAND_FILTERS = ['original', 'empty', 'unverified'] as const
export const BrandFilter = z.enum(BRAND_FILTERS)
export type BrandFilter = z.infer<typeof BrandFilter>
