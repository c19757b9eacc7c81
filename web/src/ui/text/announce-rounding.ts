import { formatQty } from '@artikul/contract/core/money'
import { toast } from '../hints/toast.ts'

/** Rounding up to the multiplicity is said aloud, never done in silence. */
export const announceRounding = (step: number, typed: number, taken: number) =>
  toast({
    severity: 'warn',
    summary: 'Количество исправлено',
    detail: `кратно ${formatQty(step)}, исправлено ${formatQty(typed)} → ${formatQty(taken)}`,
    group: 'rounded',
  })
