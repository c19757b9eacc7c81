import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import type { Role, StaffRight } from '../core/roles.ts'

/** Kinds of the work queue with the words of its filter. */
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
  exchange: 'Обмен с 1С',
} as const
export type WorkKind = keyof typeof WORK_KINDS
const KINDS = keysOf(WORK_KINDS)
export const WorkKind = z.enum(KINDS)

/** Kinds assigned in the work queue; requests and claims have an assignment of their own, runs and failures of 1C none. */
export const ASSIGNABLE_KINDS = ['unanswered', 'cancel', 'message', 'confirm', 'unblock', 'late', 'supplier'] as const

export const AssignableKind = z.enum(ASSIGNABLE_KINDS)
export type AssignableKind = z.infer<typeof AssignableKind>
export const isAssignable = (kind: WorkKind): kind is AssignableKind =>
  (ASSIGNABLE_KINDS as readonly WorkKind[]).includes(kind)

/** Kinds that the roles are responsible for; failures of the exchange with 1C belong to administrators. */
export const workKindsFor = (roles: readonly Role[], rights: readonly StaffRight[]): readonly WorkKind[] =>
  KINDS.filter(
    (kind) =>
      roles.includes(kind === 'claim' ? 'ARTIKUL_WARRANTY_MANAGER' : 'ARTIKUL_ORDER_MANAGER') &&
      (kind !== 'exchange' || rights.includes('administrator')),
  )

/** Companies that the person is responsible for today, companies without a manager, or all. */
export const WORK_SCOPES = { mine: 'Мои', unowned: 'Без исполнителя', all: 'Все' } as const
export type WorkScope = keyof typeof WORK_SCOPES
export const WorkScope = z.enum(keysOf(WORK_SCOPES))
