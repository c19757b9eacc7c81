import { roundingText, type SaleStep } from '@artikul/contract/catalog/sale-step'
import { toast } from '../hints/toast.ts'

/** Announces rounding up to a quantity that is sold, which must never be silent. */
export const announceRounding = (step: SaleStep, typed: number, rounded: number) =>
  toast({
    severity: 'warn',
    summary: 'Количество исправлено',
    detail: roundingText(typed, rounded, step),
    group: 'rounded',
  })
