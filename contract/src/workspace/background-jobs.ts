import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Moment } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Background jobs; a round of each runs on one of the servers. */
export const JOB_NAMES = {
  emails: 'Отправка писем',
  digests: 'Письма о событиях',
  device_messages: 'Уведомления в браузер и MAX',
  messenger_updates: 'Подключение MAX',
  payment_reminders: 'Напоминания об оплате',
  arrivals: 'Сообщения о поступлении',
  decisions: 'Вопросы клиентам, срок ответа которых истёк',
  releases: 'Оплаченные и разблокированные заказы',
  reservations: 'Резервы, срок которых истёк',
  acceptance: 'Приёмка отгрузок по истечении срока',
  price_schedule: 'Загрузка прайс-листов по расписанию',
  mailboxes: 'Чтение почты с прайс-листами',
  price_imports: 'Импорт прайс-листов',
  product_content: 'Загрузка фото и свойств товаров',
  price_list_photos: 'Скачивание фото из прайс-листов',
  price_exports: 'Прайсы для клиентов',
  grouping: 'Распределение товаров по группам',
  name_words: 'Слова новых названий для поиска',
  supplier_lines: 'Сбор строк для заказов поставщикам',
  supplier_orders: 'Отправка заказов поставщикам',
  supplier_files: 'Отправка заказов поставщикам файлом',
  supplier_states: 'Опрос поставщиков о заказах',
  supplier_cancellations: 'Запросы поставщикам на отмену',
  purchase_proposals: 'Предложения закупки',
  one_c: 'Обмен с 1С',
  one_c_reading: 'Чтение 1С по OData',
  webhooks: 'Вебхуки',
  sales_figures: 'Показатели продаж и спроса',
  upkeep: 'Ежечасная уборка',
} as const
export type JobName = keyof typeof JOB_NAMES

/** `failing`: the last round ended in an error; `overdue`: no server has begun the next one. */
export const WORK_STATES = { running: 'Работает', waiting: 'Ждёт', failing: 'Ошибка', overdue: 'Не начата' } as const
export type WorkState = keyof typeof WORK_STATES

/** Status of one job. */
export const JobStatus = z.object({
  work: z.enum(keysOf(JOB_NAMES)),
  state: z.enum(keysOf(WORK_STATES)),
  /** Interval of the rounds in milliseconds; shorter when there is work. */
  every_ms: z.int(),
  /** End of the last round; `null` before the first one has ended. */
  ended_at: Moment.nullable(),
  /** Duration of the last round, milliseconds. */
  took_ms: z.int(),
  /** Consecutive failed rounds. */
  failures: z.int(),
  error: z.string(),
  /** Start of the next round; `null` during a round. */
  next_at: Moment.nullable(),
  /** Rounds that failed in all attempts, until a later round does their work. */
  failed: z.int(),
})
export type JobStatus = z.infer<typeof JobStatus>

/** Queues processed by the jobs. */
export const QUEUES = {
  emails: 'Письма',
  price_imports: 'Импорты прайс-листов',
  price_exports: 'Прайсы для клиентов',
  supplier_orders: 'Заказы поставщикам',
  name_words: 'Слова новых названий',
  webhooks: 'События для вебхуков',
} as const
export type Queue = keyof typeof QUEUES

export const QueueItem = z.object({
  queue: z.enum(keysOf(QUEUES)),
  waiting: z.int(),
  /** Failed for good: a person must intervene. */
  failed: z.int(),
  /** Time since the oldest item waits. */
  oldest_at: Moment.nullable(),
})
export type QueueItem = z.infer<typeof QueueItem>

export const backgroundWorkRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/api/v1/background-jobs',
    summary: 'Фоновые задачи и их очереди',
    access: 'background-work:read',
    reply: z.object({ works: z.array(JobStatus), queues: z.array(QueueItem) }),
  },
})
