import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Moment } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Background jobs of the servers. */
export const JOB_NAMES = {
  emails: 'Отправка писем',
  digests: 'Письма о событиях',
  events: 'Обновление открытых страниц',
  payment_reminders: 'Напоминания об оплате',
  arrivals: 'Сообщения о поступлении',
  decisions: 'Вопросы клиентам, срок ответа которых истёк',
  releases: 'Оплаченные и разблокированные заказы',
  reservations: 'Резервы, срок которых истёк',
  acceptance: 'Приёмка отгрузок по истечении срока',
  price_schedule: 'Загрузка прайс-листов по расписанию',
  mailboxes: 'Чтение почты с прайс-листами',
  price_imports: 'Импорт прайс-листов',
  price_exports: 'Прайсы для клиентов',
  grouping: 'Распределение товаров по группам',
  name_words: 'Слова новых названий для поиска',
  supplier_lines: 'Сбор строк для заказов поставщикам',
  supplier_orders: 'Отправка заказов поставщикам',
  supplier_files: 'Отправка заказов поставщикам файлом',
  supplier_states: 'Опрос поставщиков о заказах',
  supplier_cancellations: 'Запросы поставщикам на отмену',
  upkeep: 'Ежечасная уборка',
} as const
export type JobName = keyof typeof JOB_NAMES

/** `failing`: the last run ended in an error; `lost`: the server of the job has stopped reporting. */
export const WORK_STATES = { running: 'Работает', waiting: 'Ждёт', failing: 'Ошибка', lost: 'Сервер молчит' } as const
export type WorkState = keyof typeof WORK_STATES

/** Status of one job on one server. */
export const JobStatus = z.object({
  work: z.enum(keysOf(JOB_NAMES)),
  /** Host name and process id. */
  server: z.string(),
  state: z.enum(keysOf(WORK_STATES)),
  /** Interval of the runs in milliseconds; shorter when there is work. */
  every_ms: z.int(),
  /** End of the last run; `null` while the first is in progress. */
  ended_at: Moment.nullable(),
  /** Duration of the last run, milliseconds. */
  took_ms: z.int(),
  /** Consecutive failed runs. */
  failures: z.int(),
  error: z.string(),
  seen_at: Moment,
})
export type JobStatus = z.infer<typeof JobStatus>

/** Queues processed by the jobs of any server. */
export const QUEUES = {
  emails: 'Письма',
  price_imports: 'Импорты прайс-листов',
  price_exports: 'Прайсы для клиентов',
  supplier_orders: 'Заказы поставщикам',
  name_words: 'Слова новых названий',
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
    summary: 'Фоновые задачи серверов и её очереди',
    access: 'background-work:read',
    reply: z.object({ works: z.array(JobStatus), queues: z.array(QueueItem) }),
  },
})
