import { z } from 'zod'
import { keysOf } from './keys.ts'

/** Parts of the partner API that a key opens, with their names on screen. */
export const KEY_SCOPES = {
  search: 'Поиск и цены',
  orders: 'Корзина и заказы',
  documents: 'Документы и баланс',
  webhooks: 'Вебхуки',
} as const
export type KeyScope = keyof typeof KEY_SCOPES
export const KeyScope = z.enum(keysOf(KEY_SCOPES))
