import { z } from 'zod'

export const SHIPMENT_STATES = { shipped: 'Отгружена', received: 'Получена', cancelled: 'Отменена' } as const
export type ShipmentState = keyof typeof SHIPMENT_STATES
export const ShipmentState = z.enum(Object.keys(SHIPMENT_STATES) as [ShipmentState, ...ShipmentState[]])
