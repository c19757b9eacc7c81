import { formatQty } from '@artikul/contract/core/money'
import { toast } from '../hints/toast.ts'

/** Announces rounding up to the multiplicity, which must never be silent. */
export const announceRounding = (step: number, typed: number, rounded: number) =>
  toast({
    severity: 'warn',
    summary: 'Количество исправлено',
    detail: `кратно ${formatQty(step)}, исправлено ${formatQty(typed)} → ${formatQty(rounded)}`,
    group: 'rounded',
  })
