import type { NewOnlineSupplier } from '@artikul/contract/online-suppliers'

let count = 0

/** A supplier as a manager adds him. */
export function onlineSupplier(sellerId: number, fields: Partial<NewOnlineSupplier> = {}): NewOnlineSupplier {
  count += 1
  return {
    name: `Онлайн-поставщик ${count}`,
    seller_id: sellerId,
    dialect: 'abcp',
    url: 'https://abcp.example.ru',
    login: 'portal',
    secret: 'секрет поставщика',
    is_on: true,
    priority: 10,
    budget_ms: 3000,
    per_second: 50,
    per_day: null,
    hours: null,
    brand_rule: 'except',
    brand_ids: [],
    takes_new_warehouses: true,
    sending: 'by_hand',
    min_order_kop: 0,
    tolerance_hundredths: 0,
    ...fields,
  }
}
