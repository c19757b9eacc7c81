import { roundingReason, type SaleStep } from '@artikul/contract/catalog/multiplicity'
import { formatQty } from '@artikul/contract/core/money'
import { toast } from '../hints/toast.ts'

/** Announces rounding up to a quantity that is sold, which must never be silent. */
export const announceRounding = (step: SaleStep, typed: number, rounded: number) =>
  toast({
    severity: 'warn',
    summary: 'Количество исправлено',
    detail: `${roundingReason(typed, step).toLowerCase()}, исправлено ${formatQty(typed)} → ${formatQty(rounded)}`,
    group: 'rounded',
  })
