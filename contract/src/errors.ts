import { z } from 'zod'

/** The closed catalogue of errors: HTTP status and the Russian sentence that a person reads. */
export const ERRORS = {
  'input.invalid': { status: 400, title: 'Проверьте поля формы' },
  'input.malformed': { status: 400, title: 'Запрос составлен неверно' },
  'input.too_large': { status: 413, title: 'Слишком большой запрос' },
  'input.unsupported_type': { status: 415, title: 'Такой формат данных не принимается' },
  'auth.required': { status: 401, title: 'Войдите в систему' },
  'auth.bad_credentials': { status: 401, title: 'Неверный логин или пароль' },
  'auth.session_ended': { status: 401, title: 'Сессия закончилась, войдите снова' },
  'auth.forbidden': { status: 403, title: 'Недостаточно прав' },
  'auth.foreign_origin': { status: 403, title: 'Запрос пришёл с чужого сайта' },
  'auth.too_many_attempts': { status: 429, title: 'Слишком много попыток, повторите позже' },
  'auth.code_required': { status: 401, title: 'Введите код из приложения' },
  'auth.bad_code': { status: 400, title: 'Код не подошёл' },
  'auth.not_on_behalf': { status: 403, title: 'От имени клиента это сделать нельзя: нужен он сам' },
  'auth.second_factor_needed': { status: 403, title: 'Сначала включите второй фактор в профиле' },
  'second_factor.on': { status: 409, title: 'Второй фактор уже включён' },
  'auth.wrong_password': { status: 400, title: 'Неверный текущий пароль' },
  'auth.link_dead': { status: 410, title: 'Ссылка уже использована или устарела, запросите новую' },
  'impersonation.refused': { status: 403, title: 'От имени этого пользователя работать нельзя' },
  'impersonation.running': {
    status: 409,
    title: 'Вы уже работаете от имени клиента, сначала вернитесь в свой аккаунт',
  },
  'impersonation.ended': { status: 401, title: 'Работа от имени клиента закончена' },
  'user.last_admin': { status: 409, title: 'Это последний администратор компании' },
  'user.own_role': { status: 403, title: 'Свою роль и доступ меняет другой администратор' },
  'user.shared': { status: 403, title: 'Сотрудник работает и в других компаниях: его данные меняет он сам' },
  'file.refused': { status: 422, title: 'Файл не прочитан' },
  'section.hidden': { status: 403, title: 'Раздел скрыт администратором компании' },
  stale: { status: 409, title: 'Данные изменены другим пользователем, обновите страницу' },
  'order.may_not_place': { status: 403, title: 'Оформляет заказы администратор компании: отправьте ему корзину' },
  'order.employee_limit': { status: 409, title: 'Сумма больше разрешённой администратором компании' },
  not_found: { status: 404, title: 'Не найдено' },
  'contractor.changed': { status: 409, title: 'Выбран другой покупатель, обновите страницу' },
  'contractor.not_chosen': { status: 409, title: 'Выберите покупателя' },
  'idempotency.key_required': { status: 400, title: 'Нет ключа повторного запроса (Idempotency-Key)' },
  'idempotency.key_invalid': { status: 400, title: 'Ключ повторного запроса составлен неверно' },
  'idempotency.body_differs': { status: 422, title: 'Этот запрос уже отправлен с другими данными, обновите страницу' },
  'idempotency.running': { status: 409, title: 'Запрос ещё выполняется, повторите через секунду' },
  'offer.gone': { status: 409, title: 'Предложение больше не действует' },
  'cart.full': { status: 409, title: 'В корзине не больше 5 000 строк' },
  'cart.nothing_selected': { status: 400, title: 'Выберите строки для заказа' },
  'order.changed': { status: 409, title: 'Условия изменились, проверьте заказ' },
  'order.consignee_required': { status: 400, title: 'Укажите грузополучателя' },
  'contract.missing': { status: 409, title: 'С этим продавцом нет договора, обратитесь к вашему менеджеру' },
  'contract.expired': { status: 409, title: 'Срок договора истёк, обратитесь к вашему менеджеру' },
  'contractor.stopped': { status: 409, title: 'Заказы для компании остановлены, обратитесь к вашему менеджеру' },
  'invoice.not_issued': { status: 404, title: 'Счёт ещё не выставлен' },
  'invoice.nothing_to_pay': { status: 409, title: 'В заказе нечего оплачивать' },
  unavailable: { status: 503, title: 'Сервер занят, повторите через несколько секунд' },
  internal: { status: 500, title: 'Внутренняя ошибка. Мы уже знаем о ней, повторите позже' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof ERRORS

/** What changed between the cart that was shown and the state at the moment of placing. */
export const Difference = z.object({
  cart_line_id: z.number().int(),
  kind: z.enum(['price', 'date', 'stock', 'multiplicity', 'gone']),
  brand: z.string(),
  article: z.string(),
  message: z.string(),
  old_price_kop: z.number().int().nullable(),
  new_price_kop: z.number().int().nullable(),
  old_date: z.string().nullable(),
  new_date: z.string().nullable(),
  asked_qty: z.number().nullable(),
  available_qty: z.number().nullable(),
})
export type Difference = z.infer<typeof Difference>

/** `application/problem+json` (RFC 9457) with the portal's own members. */
export const Problem = z.object({
  type: z.literal('about:blank'),
  status: z.number().int(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  differences: z.array(Difference).optional(),
  request_id: z.string(),
})
export type Problem = z.infer<typeof Problem>
