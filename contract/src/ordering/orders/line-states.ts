import { z } from 'zod'
import { keysOf } from '../../core/keys.ts'

/** States of a part of an order line, in the order in which goods pass through them. */
export const LINE_STATES = {
  new: 'Новый',
  awaiting_payment: 'Ожидает оплаты',
  on_hold: 'Приостановлен',
  needs_confirm: 'Требует подтверждения',
  reserved: 'В резерве',
  in_work: 'В работе',
  ordered_supplier: 'Заказано у поставщика',
  confirmed_supplier: 'Подтверждено поставщиком',
  in_transit: 'В пути',
  delayed: 'Задержка поставки',
  arrived: 'Приход на склад',
  picking: 'В сборке',
  ready: 'Готово к выдаче',
  shipped: 'Отгружено',
  issued: 'Получено',
  refused_supplier: 'Отказ поставщика',
  cancelled_client: 'Отказ клиента',
  removed: 'Снято',
  return_requested: 'Заявка на возврат',
  returned: 'Возвращено',
} as const
export type LineState = keyof typeof LINE_STATES
export const LineState = z.enum(keysOf(LINE_STATES))
