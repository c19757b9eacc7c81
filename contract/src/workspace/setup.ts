import { z } from 'zod'
import { Email, Empty, NewPassword, Phone, requiredText } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes } from '../core/route.ts'

/** Steps from an empty portal to the first order of a buyer. */
export const SETUP_STEPS = {
  second_factor: 'Защитите вход вторым фактором',
  portal: 'Название и вид портала',
  seller: 'Ваша компания',
  mail: 'Почта',
  delivery: 'Зоны доставки и рейсы',
  warehouse: 'Склад',
  prices: 'Прайс-лист',
  price_group: 'Ценовая группа',
  buyer: 'Первый покупатель',
} as const
export const SetupStep = z.enum(keysOf(SETUP_STEPS))
export type SetupStep = z.infer<typeof SetupStep>

/** One-time code that the server prints at its start: «K7WD-2FQX». */
const SetupCode = requiredText(20).transform((typed) => typed.toUpperCase().replace(/[^A-Z\d]/g, ''))

export const FirstAdministrator = z.strictObject({
  code: SetupCode,
  full_name: requiredText(200),
  email: Email,
  phone: Phone,
  password: NewPassword,
})
export type FirstAdministrator = z.infer<typeof FirstAdministrator>

export const setupRoutes = defineRoutes({
  state: {
    method: 'GET',
    path: '/api/v1/setup',
    summary: 'Нужен ли порталу первый администратор',
    access: 'public',
    reply: z.object({ is_needed: z.boolean(), may_fill_demo: z.boolean() }),
  },
  createAdministrator: {
    method: 'POST',
    path: '/api/v1/setup/administrator',
    summary: 'Первый администратор пустого портала, по коду из журнала сервера',
    access: 'public',
    body: FirstAdministrator,
    reply: Empty,
    status: 201,
  },
  fillDemo: {
    method: 'POST',
    path: '/api/v1/setup/demo',
    summary: 'Заполнить пустой портал демонстрационными данными; не в production',
    access: 'public',
    body: z.strictObject({ code: SetupCode }),
    reply: z.object({ logins: z.array(z.string()), password: z.string() }),
    status: 201,
  },
  steps: {
    method: 'GET',
    path: '/api/v1/setup/steps',
    summary: 'Шаги настройки портала: сделанные, пропущенные и оставшиеся',
    access: 'settings:read',
    reply: z.object({ steps: z.array(z.object({ step: SetupStep, is_done: z.boolean(), is_skipped: z.boolean() })) }),
  },
  skip: {
    method: 'POST',
    path: '/api/v1/setup/skip',
    summary: 'Пропустить шаг настройки или вернуть его',
    access: 'settings:read',
    right: 'administrator',
    body: z.strictObject({ step: SetupStep, is_skipped: z.boolean() }),
    example: { step: 'mail', is_skipped: true },
    reply: Empty,
  },
})
