import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

export const SHIPMENT_STATES = { shipped: 'Отгружена', received: 'Получена', cancelled: 'Отменена' } as const
export type ShipmentState = keyof typeof SHIPMENT_STATES
export const ShipmentState = z.enum(keysOf(SHIPMENT_STATES))
