import { z } from 'zod'

/** Reasons why a contract is blocked, each with the action that lifts it. */
export const BLOCKS = {
  overdue: { label: 'Просрочка', lifts: 'оплата долга либо менеджер или бухгалтер на срок' },
  credit_limit: { label: 'Лимит', lifts: 'оплата либо менеджер или бухгалтер на срок' },
  stop_list: { label: 'Стоп-лист', lifts: 'менеджер по заказам в карточке покупателя' },
  contract_expired: { label: 'Договор истёк', lifts: 'менеджер по заказам: новый договор' },
} as const
export type BlockCode = keyof typeof BLOCKS
export const BLOCK_CODES = [
  'overdue',
  'credit_limit',
  'stop_list',
  'contract_expired',
] as const satisfies readonly BlockCode[]
export const BlockCode = z.enum(BLOCK_CODES)

/** Blocks that staff can lift for several days. */
export const UNBLOCKABLE: readonly BlockCode[] = ['overdue', 'credit_limit']
