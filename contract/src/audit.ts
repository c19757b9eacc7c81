import { z } from 'zod'
import { Day, Id, listOf, Moment, pageQuery, PathId } from './fields.ts'
import { defineRoutes } from './route.ts'

/** Every act that leaves a row which nobody can change, and how the journal calls it; none that nothing writes. */
export const AUDIT_EVENTS = {
  'sign_in.succeeded': 'Вход',
  'sign_in.failed': 'Неудачный вход',
  'session.signed_out': 'Выход',
  'session.ended': 'Сессия завершена',
  'refresh.reused': 'Повтор старого токена: сессия закрыта',
  'password.changed': 'Пароль изменён',
  'password.reset_requested': 'Запрошен новый пароль',
  'password.reset': 'Новый пароль по ссылке',
  'email.changed': 'Почта изменена',
  'second_factor.enabled': 'Второй фактор включён',
  'second_factor.disabled': 'Второй фактор отключён',
  'impersonation.started': 'Начата работа от имени',
  'impersonation.ended': 'Закончена работа от имени',
  'user.created': 'Пользователь создан',
  'user.invited': 'Пользователь приглашён',
  'user.changed': 'Данные пользователя изменены',
  'user.blocked': 'Пользователь заблокирован',
  'user.unblocked': 'Пользователь разблокирован',
  'user.roles_changed': 'Роли изменены',
  'user.companies_changed': 'Компании пользователя изменены',
  'user.limits_changed': 'Ограничения сотрудника изменены',
  'users.exported': 'Выгружен список пользователей',
  'order.placed_on_behalf': 'Заказ оформлен от имени клиента',
  'cart.line_removed_on_behalf': 'Строка убрана из корзины от имени клиента',
  'request.answered': 'Ответ на запрос менеджеру',
  'list.removed_on_behalf': 'Список удалён от имени клиента',
  'template.removed_on_behalf': 'Шаблон заказа удалён от имени клиента',
  'watch.removed_on_behalf': 'Ожидание поступления убрано от имени клиента',
  'cart.sent_on_behalf': 'Корзина отправлена на оформление от имени клиента',
  'order.disputed': 'Клиент не подтвердил заказ',
  'shipment.made': 'Отгрузка оформлена',
  'shipment.cancelled': 'Отгрузка отменена',
  'shipment.accepted_on_behalf': 'Получение отгрузки подтверждено от имени клиента',
  'claim.created_on_behalf': 'Обращение подано от имени клиента',
  'claim.withdrawn_on_behalf': 'Обращение отозвано от имени клиента',
  'payment.made': 'Платёж введён вручную',
  'payments.loaded': 'Банковский файл загружен',
  'payment.posted': 'Платёж разнесён',
  'payment.undone': 'Разнесение платежа отменено',
  'payment.set_aside': 'Поступление отложено: не от покупателя',
  'contract.unblocked': 'Договор разблокирован на срок',
  'contract.unblocking_lifted': 'Разблокировка договора отменена',
  'contract.unblocking_declined': 'Отказ в разблокировке',
  'claim.decided': 'Решение по обращению',
  'claim.received': 'Товар по обращению получен',
  'claim.settled': 'Обращение закрыто',
  'company.registered': 'Заявка на регистрацию компании',
  'company.reapplied': 'Заявка отправлена снова',
  'company.approved': 'Компания принята',
  'company.declined': 'Заявка отклонена',
  'company.joined': 'Заявители присоединены к компании',
  'company.created': 'Компания создана',
  'company.changed': 'Реквизиты компании изменены',
  'company.tolerance_changed': 'Допуск изменений при заказе изменён',
  'company.stopped': 'Заказы компании остановлены',
  'company.released': 'Заказы компании разрешены',
  'contract.created': 'Договор создан',
  'contract.changed': 'Условия договора изменены',
  'contract.file_added': 'Файл договора загружен',
  'consignee.created': 'Грузополучатель добавлен',
  'consignee.changed': 'Грузополучатель изменён',
  'consignee.removed': 'Грузополучатель убран',
  'consignee.restored': 'Грузополучатель возвращён',
  'consignees.exported': 'Выгружен список грузополучателей',
  'delivery.changed': 'Зоны доставки изменены',
  'calendar.changed': 'Рабочий календарь изменён',
  'brand.changed': 'Бренд изменён',
  'brand.merged': 'Бренды объединены',
  'crosses.changed': 'Кроссы изменены',
  'crosses.imported': 'Кроссы загружены из файла',
  'crosses.rolled_back': 'Загрузка кроссов откачена',
  'prices.changed': 'Ценовые условия изменены',
  'price_group.changed': 'Ценовая группа изменена',
  'price_settings.changed': 'Наименьшая наценка изменена',
  'inventory_group.changed': 'Группа номенклатуры изменена',
  'source.changed': 'Поставщик или склад изменён',
  'price_list.imported': 'Прайс-лист загружен',
  'price_list.approved': 'Сомнительный прайс-лист одобрен',
  'price_list.declined': 'Прайс-лист отклонён',
  'price_list.rolled_back': 'Загрузка прайс-листа откачена',
  'price_list.settings_changed': 'Приём прайс-листов изменён',
  'online_supplier.changed': 'Онлайн-поставщик изменён',
  'supplier_order.made': 'Заказ поставщику отправлен вручную',
  'supplier_order.retried': 'Заказ поставщику отправлен повторно',
  'supplier_order.answered': 'Принято по слову поставщика',
  'supplier_order.line_held': 'Строка заказа поставщику отложена или возвращена',
  'supplier_order.cancellation_settled': 'Решено об отмене у поставщика',
  'supplier_order.stopped': 'Отправка заказов поставщику остановлена',
  'goods_receipt.posted': 'Товар от поставщика принят',
  'goods_receipt.cancelled': 'Приёмка от поставщика отменена',
  'supplier_terms.changed': 'Условия отправки заказов поставщику изменены',
  'mailbox.changed': 'Почтовый ящик прайс-листов изменён',
  'mail_rule.changed': 'Правило почты прайс-листов изменено',
  'news.created': 'Новость написана',
  'news.changed': 'Новость изменена',
  'news.published': 'Новость опубликована или запланирована',
  'news.withdrawn': 'Новость снята с публикации',
  'news.removed': 'Черновик новости удалён',
  'page_text.changed': 'Текст страницы изменён',
} as const satisfies Record<string, string>
export type AuditEvent = keyof typeof AUDIT_EVENTS
export const AuditEvent = z.enum(Object.keys(AUDIT_EVENTS) as [AuditEvent, ...AuditEvent[]])

const Person = z.object({ id: Id, name: z.string() })

export const AuditItem = z.object({
  id: z.int(),
  at: Moment,
  event: AuditEvent,
  /** Who sat at the keyboard; null when nobody signed in (a failed sign-in, a scheduled job). */
  actor: Person.nullable(),
  /** For whom: the same person unless a manager worked in his name or changed his account. */
  subject: Person.nullable(),
  /** The client in whose name a manager acted. */
  on_behalf_of: Person.nullable(),
  contractor: Person.nullable(),
  /** What it was about, in words: «Заказ 26-000123». */
  object: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  address: z.string(),
  request_id: z.string(),
})
export type AuditItem = z.infer<typeof AuditItem>

/** The journal is counted and leafed through so far; what is older is found by a filter. */
export const MOST_JOURNAL_ROWS = 10_000

export const AuditQuery = z.strictObject({
  ...pageQuery,
  event: AuditEvent.optional(),
  user_id: PathId.optional(),
  contractor_id: PathId.optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const auditRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Журнал действий',
    access: 'audit:read',
    query: AuditQuery,
    reply: listOf(AuditItem),
  },
})
