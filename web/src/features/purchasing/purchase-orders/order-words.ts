import type { AnswerOutcome } from '@artikul/contract/purchasing/supplier-order-files'
import type { SupplierLineState } from '@artikul/contract/purchasing/supplier-orders'
import type { SupplierOrderState } from '@artikul/contract/purchasing/supplier-order-states'
import type { Tone } from '../../../ui/text/tag.tsx'

export const ORDER_TONES: Record<SupplierOrderState, Tone> = {
  draft: 'neutral',
  due: 'neutral',
  sending: 'info',
  unknown: 'warn',
  sent: 'info',
  done: 'success',
  refused: 'accent',
  stopped: 'warn',
}

export const LINE_TONES: Record<SupplierLineState, Tone> = {
  waiting: 'neutral',
  held: 'neutral',
  sending: 'info',
  ordered: 'info',
  confirmed: 'success',
  refused: 'accent',
  cancelled: 'neutral',
}

export const OUTCOME_TONES: Record<AnswerOutcome, Tone> = {
  confirmed: 'success',
  partly: 'warn',
  refused: 'accent',
  dearer: 'warn',
  new_number: 'info',
  asked: 'warn',
  not_applied: 'accent',
  silent: 'neutral',
  not_found: 'accent',
}
