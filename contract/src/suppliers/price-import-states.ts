import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

export const PRICE_IMPORT_STATES = {
  draft: 'Черновик',
  queued: 'В очереди',
  running: 'Загружается',
  checked: 'Проверен',
  waiting: 'Ждёт решения',
  applied: 'Загружен',
  declined: 'Отклонён',
  failed: 'Не прочитан',
  interrupted: 'Прерван',
  rolled_back: 'Отменена',
} as const
export type PriceImportState = keyof typeof PRICE_IMPORT_STATES
export const PriceImportState = z.enum(keysOf(PRICE_IMPORT_STATES))
