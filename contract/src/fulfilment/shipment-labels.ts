import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

/** Most labels printed at once. */
export const MAX_PLACES = 100
/** Label sizes of thermal printers in millimetres, the usual roll first. */
export const LABEL_SIZES = { '58x40': [58, 40], '75x120': [75, 120] } as const
export const LabelSize = z.enum(keysOf(LABEL_SIZES))
export type LabelSize = z.infer<typeof LabelSize>

export const LabelsQuery = z.strictObject({
  places: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'Укажите число мест')
    .transform(Number)
    .refine((places) => places <= MAX_PLACES, `Не больше ${MAX_PLACES} мест`)
    .prefault('1'),
  size: LabelSize.default('58x40'),
})
