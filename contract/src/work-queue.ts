import { z } from 'zod'
import { Empty, Id, Moment } from './fields.ts'
import type { Role } from './roles.ts'
import { defineRoutes } from './route.ts'

/** What waits for a manager's hands, each kind in the words of its filter. */
export const WORK_KINDS = {
  unanswered: 'Клиент не ответил',
  cancel: 'Запросы на отмену',
  request: 'Запросы',
  message: 'Сообщения',
  confirm: 'Подтвердить',
  unblock: 'Разблокировать',
  late: 'Опаздывают',
  supplier: 'Поставщики',
  ready: 'К отгрузке',
  claim: 'Обращения',
} as const
export type WorkKind = keyof typeof WORK_KINDS
export const WorkKind = z.enum(Object.keys(WORK_KINDS) as [WorkKind, ...WorkKind[]])

/** Kinds that are taken here; a request and a claim are taken on their own, and nobody takes a run. */
export const TAKEN_HERE = ['unanswered', 'cancel', 'message', 'confirm', 'unblock', 'late', 'supplier'] as const
export const TakenKind = z.enum(TAKEN_HERE)
export type TakenKind = z.infer<typeof TakenKind>

/** Whose work each kind is. */
export const kindsOf = (roles: readonly Role[]): readonly WorkKind[] =>
  WorkKind.options.filter((kind) =>
    roles.includes(kind === 'claim' ? 'ARTIKUL_WARRANTY_MANAGER' : 'ARTIKUL_ORDER_MANAGER'),
  )

/** Of companies that the person looks after today, that nobody does, or of all. */
export const WORK_SCOPES = { mine: 'Мои', unowned: 'Ничьи', all: 'Все' } as const
export type WorkScope = keyof typeof WORK_SCOPES
export const WorkScope = z.enum(Object.keys(WORK_SCOPES) as [WorkScope, ...WorkScope[]])

/** Of one kind no more are counted or shown; of several kinds together, so many of each. */
export const MOST_OF_KIND = 200
export const MOST_OF_EACH = 50

const Person = z.object({ id: Id, full_name: z.string() })

export const WorkItem = z.object({
  kind: WorkKind,
  /** Of the order, request, claim or order to a supplier; of a delivery zone for a run. */
  id: Id,
  /** Its number; the zone of a run. */
  label: z.string(),
  /** Null: of several companies. */
  contractor: z.object({ id: Id, name: z.string() }).nullable(),
  /** The first goods or words of it; of a run how many lines lie here. */
  what: z.string(),
  /** Lines that it is about, points of a run; 0: it is not about lines. */
  count: z.int(),
  since: Moment,
  due_at: Moment,
  taken: Person.nullable(),
})
export type WorkItem = z.infer<typeof WorkItem>

const Count = z.int().nonnegative().max(MOST_OF_KIND)

export const WorkQueue = z.object({
  results: z.array(WorkItem),
  /** By kind, of those that are the person's work. */
  counts: z.partialRecord(WorkKind, Count),
  /** There is more than is shown. */
  is_cut: z.boolean(),
})
export type WorkQueue = z.infer<typeof WorkQueue>

const PATH = '/api/v1/work-queue'
const item = { kind: TakenKind, id: Id }

export const workQueueRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: '«Мой день»: что ждёт рук менеджера, первое по сроку',
    access: 'work_queue:read',
    query: z.strictObject({ scope: WorkScope.default('mine'), kind: WorkKind.optional() }),
    reply: WorkQueue,
  },
  take: {
    method: 'POST',
    path: `${PATH}/take`,
    summary: '«Взять»: коллеги видят, кто этим занят',
    access: 'work_queue:take',
    /** `instead_of`: whoever was seen to have it; another one has taken it meanwhile — 409. */
    body: z.strictObject({ ...item, instead_of: Id.nullable() }),
    reply: Empty,
  },
  release: {
    method: 'POST',
    path: `${PATH}/release`,
    summary: '«Отпустить» то, что взял сам',
    access: 'work_queue:take',
    body: z.strictObject(item),
    reply: Empty,
  },
})
