import { EMPTY_CONSIGNEE, type ConsigneeItem } from '@artikul/contract/companies/consignees'
import { expect, test } from 'vitest'
import {
  consigneePatch,
  coordinatesOf,
  consigneeDraftOf,
  consigneeDraftRefusals,
  EMPTY_CONSIGNEE_DRAFT,
  newConsignee,
  phoneText,
} from './consignee-draft.ts'
import { hoursText, zoneText } from './consignee-words.ts'
const FILLED = { ...EMPTY_CONSIGNEE_DRAFT, name: 'Склад', address: 'Самара' }

test('unchanged consignee fields are not sent', () => {
  expect(consigneePatch(ITEM, consigneeDraftOf(ITEM))).toEqual({ version: 3 })
  expect(consigneePatch(ITEM, { ...consigneeDraftOf(ITEM), contact: 'Орлова' })).toEqual({
    version: 3,
    contact: 'Орлова',
  })
})

test('disabled requisites and carrier of a consignee are not sent', () => {
  const draft = { ...FILLED, legal_name: 'ООО «Север»', inn: '7812345675', carrier: 'Деловые линии' }
  expect(newConsignee(draft)).toMatchObject({ legal_name: null, inn: null, carrier: '' })
  expect(newConsignee({ ...draft, isCompany: false, isOurDelivery: false })).toMatchObject({
    legal_name: 'ООО «Север»',
    inn: '7812345675',
    kpp: null,
    carrier: 'Деловые линии',
  })
})

test('coordinates accept a decimal comma and reject values out of range', () => {
  expect(coordinatesOf({ lng: '30,315868', lat: ' 59.939095' })).toEqual([30.315868, 59.939095])
  for (const [lng, lat] of [
    ['30', ''],
    ['181', '0'],
    ['30', '91'],
    ['тридцать', '59'],
  ] as const)
    expect(coordinatesOf({ lng, lat })).toBeNull()
})

test('consignee errors are found in Russian before sending', () => {
  expect(consigneeDraftRefusals(FILLED)).toEqual({})
  expect(consigneeDraftRefusals(EMPTY_CONSIGNEE_DRAFT)).toEqual({ name: 'Заполните поле', address: 'Заполните поле' })
  const days = FILLED.days.map((day) => (day.weekday === 3 ? { ...day, isOpen: true, to: '08:00' } : day))
  const wrong = { ...FILLED, days, lng: '30', isCompany: false, inn: '7812345670', isOurDelivery: false }
  expect(consigneeDraftRefusals(wrong)).toEqual({
    'hours.0.to': 'Позже начала',
    coordinates: 'Долгота — число от −180 до 180, широта — от −90 до 90',
    legal_name: 'Заполните поле',
    inn: 'Неверный ИНН: не сходится контрольное число',
    carrier: 'Заполните поле',
  })
})

test('typed phone number is formatted, and other text stays unchanged', () => {
  expect(phoneText('8 999 123 45 67').replaceAll('\u00a0', ' ')).toBe('+7 (999) 123-45-67')
  expect(phoneText('добавочный')).toBe('добавочный')
})

test('opening hours and delivery runs are described in words', () => {
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }))
  const text = hoursText([...hours, { weekday: 6, from: '10:00', to: '15:00' }])
  expect(text.replaceAll('\u00a0', ' ')).toBe('пн–пт 09:00–18:00, сб 10:00–15:00')
  const run = { name: 'Рейс 10:00', weekdays: [1, 2, 3, 4, 5], leaves_at: '10:00', order_before: '09:00' }
  expect(zoneText({ id: 1, name: 'Север', runs: [run, { ...run, name: 'Вечерний', leaves_at: '16:00' }] })).toBe(
    'Зона: Север. Рейс 10:00, пн–пт, заказать до 09:00. Вечерний, отправление 16:00, пн–пт, заказать до 09:00',
  )
})

const ITEM: ConsigneeItem = {
  id: 4,
  ...EMPTY_CONSIGNEE,
  name: 'Сервис на Ленина',
  code: 'Т-01',
  address: 'Самара, ул. Ленинская, 141',
  coordinates: [50.1, 53.19],
  phone: '+79991234567',
  hours: [{ weekday: 2, from: '10:00', to: '19:00' }],
  is_default: true,
  zone: null,
  is_archived: false,
  version: 3,
}
