import { expect, test } from 'vitest'
import { separationText, splitText } from './split-reasons.ts'

const plan = { seller: 'ООО «Артикул»', consignee_id: 1, expected_date: '2026-11-24' }

test.each([
  ['one order', [plan], '', ''],
  ['two points', [plan, { ...plan, consignee_id: 2 }], 'разные точки доставки', 'Отдельно от заказа 1: другая точка'],
  ['two sellers', [plan, { ...plan, seller: 'ИП Иванов' }], 'разные продавцы', 'Отдельно от заказа 1: другой продавец'],
  [
    'point and date, compared with the most similar order',
    [plan, { ...plan, consignee_id: 2 }, { ...plan, consignee_id: 2, expected_date: '2026-11-25' }],
    'разные точки доставки, разные даты',
    'Отдельно от заказа 2: другая дата',
  ],
  ['too many lines', [plan, plan], 'много строк', 'Отдельно от заказа 1: в одном заказе до 1 000 строк'],
])('%s', (_, plans, all, last) => {
  expect(splitText(plans)).toBe(all)
  expect(separationText(plans, plans.length - 1)).toBe(last)
})
