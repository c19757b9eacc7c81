import type { AuditItem } from '@artikul/contract/audit'
import type { Membership } from '@artikul/contract/accounts'
import { formatMoney } from '@artikul/contract/money'
import { ROLE_LABELS, STAFF_RIGHT_LABELS } from '@artikul/contract/roles'
import type { Db } from '../../platform/db/index.ts'
import { recordEvent } from '../audit/index.ts'
import type { Author } from '../../platform/http/index.ts'
import type { AccountState, Changes } from './accounts.rules.ts'

type FieldChanges = AuditItem['changes']

/** Names by id, for words of the journal. */
export interface Names {
  companies: ReadonlyMap<number, string>
  points: ReadonlyMap<number, string>
}

const yesNo = (value: boolean) => (value ? 'да' : 'нет')
const sum = (kop: number | null) => (kop === null ? 'без предела' : `${formatMoney(kop)} ₽`)
const rolesText = ({ roles }: AccountState) => roles.map((role) => ROLE_LABELS[role]).join(', ')
const rightsText = ({ rights }: AccountState) => rights.map((right) => STAFF_RIGHT_LABELS[right]).join(', ')

function different(fields: [field: string, before: string | null, after: string | null][]): FieldChanges {
  return fields
    .filter(([, before, after]) => before !== after)
    .map(([field, before, after]) => ({ field, before, after }))
}

function limitFields(before: Membership, after: Membership, names: Names): FieldChanges {
  const company = names.companies.get(after.contractor_id) ?? ''
  const points = ({ consignee_ids: ids }: Membership) =>
    ids === null ? 'все' : ids.map((id) => names.points.get(id) ?? String(id)).join(', ') || 'ни одной'
  return different([
    ['видит цены', yesNo(before.sees_prices), yesNo(after.sees_prices)],
    ['видит взаиморасчёты', yesNo(before.sees_settlements), yesNo(after.sees_settlements)],
    ['может оформлять', yesNo(before.may_place), yesNo(after.may_place)],
    ['сумма заказа', sum(before.order_limit_kop), sum(after.order_limit_kop)],
    ['сумма за месяц', sum(before.month_limit_kop), sum(after.month_limit_kop)],
    ['точки', points(before), points(after)],
  ]).map((change) => ({ ...change, field: `${company}: ${change.field}` }))
}

const companiesText = ({ memberships }: AccountState, { companies }: Names) =>
  memberships.map((one) => companies.get(one.contractor_id) ?? '').join(', ')

/** A row for everything that the change touches, in the words of the screen. */
export async function recordChanges(
  tx: Db,
  author: Author,
  subjectId: number,
  states: { before: AccountState; after: AccountState; changes: Changes; names: Names },
) {
  const { before, after, changes, names } = states
  const record = (event: Parameters<typeof recordEvent>[2]['event'], fields: FieldChanges) =>
    recordEvent(tx, author, { event, subjectId, object: objectOf(after), changes: fields })
  if (changes.person || changes.email)
    await record(
      'user.changed',
      different([
        ['Имя', before.full_name, after.full_name],
        ['Почта', before.email, after.email],
        ['Телефон', before.phone, after.phone],
      ]),
    )
  if (changes.roles || changes.rights)
    await record(
      'user.roles_changed',
      different([
        ['Роль', rolesText(before), rolesText(after)],
        ['Права', rightsText(before), rightsText(after)],
      ]),
    )
  if (changes.active) await record(after.is_active ? 'user.unblocked' : 'user.blocked', [])
  if (changes.joined.length + changes.left.length > 0)
    await record(
      'user.companies_changed',
      different([['Компании', companiesText(before, names), companiesText(after, names)]]),
    )
  const limits = changes.limited.flatMap((membership) => {
    const was = before.memberships.find((one) => one.contractor_id === membership.contractor_id)
    return was ? limitFields(was, membership, names) : []
  })
  if (limits.length > 0) await record('user.limits_changed', limits)
}

export const recordCreation = (tx: Db, author: Author, subjectId: number, account: AccountState, names: Names) =>
  recordEvent(tx, author, {
    event: 'user.created',
    subjectId,
    object: objectOf(account),
    changes: different([
      ['Роль', null, rolesText(account)],
      ['Компании', null, companiesText(account, names) || null],
      ['Права', null, rightsText(account) || null],
    ]),
  })

export const objectOf = ({ full_name, email }: Pick<AccountState, 'full_name' | 'email'>) =>
  `Пользователь ${full_name}, ${email}`
