import type { AuditItem } from '@artikul/contract/platform/audit'
import { unlimited, type Membership } from '@artikul/contract/identity/accounts'
import { formatMoney } from '@artikul/contract/core/money'
import { ROLE_LABELS, STAFF_RIGHT_LABELS } from '@artikul/contract/core/roles'
import type { Db } from '../../../../platform/db/index.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import type { Author } from '../../../../platform/http/index.ts'
import type { Names } from './account-names.ts'
import type { AccountState, Changes } from './account-rules.ts'

type FieldChanges = AuditItem['changes']

const yesNo = (value: boolean) => (value ? 'да' : 'нет')
const sum = (kop: number | null) => (kop === null ? 'без предела' : `${formatMoney(kop)} ₽`)
const rolesText = ({ roles }: Pick<AccountState, 'roles'>) => roles.map((role) => ROLE_LABELS[role]).join(', ')
const rightsText = ({ rights }: Pick<AccountState, 'rights'>) =>
  rights.map((right) => STAFF_RIGHT_LABELS[right]).join(', ')

function different(fields: [field: string, before: string | null, after: string | null][]): FieldChanges {
  return fields
    .filter(([, before, after]) => before !== after)
    .map(([field, before, after]) => ({ field, before, after }))
}

/** Length of a journal value that is stored without truncation. */
const MAX_CHARACTERS = 400
const MAX_NAME_LENGTH = 200

/** Joins names into as few texts as possible without splitting; a name that is too long by itself is shortened. */
function inTexts(names: string[]): string[] {
  const texts: string[] = []
  for (const name of names) {
    const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
    const last = texts.at(-1)
    if (last !== undefined && last.length + short.length + 2 <= MAX_CHARACTERS)
      texts[texts.length - 1] = `${last}, ${short}`
    else texts.push(short)
  }
  return texts
}

const ALL = 'все'

/** Compares points by id and lists only added and removed ones. */
function pointChanges(before: Membership, after: Membership, { pointLabels }: Names): FieldChanges {
  const [were, are] = [before.consignee_ids, after.consignee_ids]
  const labelled = (ids: readonly number[]) => inTexts([...new Set(ids)].map((id) => pointLabels.get(id) ?? `№ ${id}`))
  if (were === null && are === null) return []
  if (were === null) {
    const [first = 'ни одной', ...rest] = labelled(are ?? [])
    return [
      { field: 'точки', before: ALL, after: first },
      ...rest.map((text) => ({ field: 'точки', before: null, after: text })),
    ]
  }
  if (are === null) {
    const [first = 'ни одной', ...rest] = labelled(were)
    return [
      { field: 'точки', before: first, after: ALL },
      ...rest.map((text) => ({ field: 'точки', before: text, after: null })),
    ]
  }
  const removed = labelled(were.filter((id) => !are.includes(id)))
  const added = labelled(are.filter((id) => !were.includes(id)))
  return [
    ...removed.map((text) => ({ field: 'точки убраны', before: text, after: null })),
    ...added.map((text) => ({ field: 'точки добавлены', before: null, after: text })),
  ]
}

const limitChanges = (before: Membership, after: Membership, names: Names): FieldChanges => [
  ...different([
    ['видит цены', yesNo(before.sees_prices), yesNo(after.sees_prices)],
    ['видит взаиморасчёты', yesNo(before.sees_settlements), yesNo(after.sees_settlements)],
    ['может оформлять', yesNo(before.may_place), yesNo(after.may_place)],
    ['сумма заказа', sum(before.order_limit_kop), sum(after.order_limit_kop)],
    ['сумма за месяц', sum(before.month_limit_kop), sum(after.month_limit_kop)],
  ]),
  ...pointChanges(before, after, names),
]

const labelOf = ({ contractor_id: id }: Membership, { companyLabels }: Names) => companyLabels.get(id) ?? `№ ${id}`

/** Lists the initial limits of a person in a company they have joined. */
const joinChanges = (joined: Membership, names: Names): FieldChanges => [
  { field: 'Компания', before: null, after: labelOf(joined, names) },
  ...limitChanges(unlimited(joined.contractor_id), joined, names),
]

interface AuditedAccount {
  author: Author
  subjectId: number
  object: string
}

/** Writes a separate row for each company concerned, so that it can be found by company. */
export async function recordMemberships(
  tx: Db,
  { author, ...about }: AuditedAccount,
  { joined, left, limited }: Pick<Changes, 'joined' | 'left' | 'limited'>,
  names: Names,
) {
  const record = (
    event: 'user.companies_changed' | 'user.limits_changed',
    contractorId: number,
    changes: FieldChanges,
  ) => recordEvent(tx, author, { ...about, event, contractorId, changes })
  for (const one of joined) await record('user.companies_changed', one.contractor_id, joinChanges(one, names))
  for (const one of left)
    await record('user.companies_changed', one.contractor_id, [
      { field: 'Компания', before: labelOf(one, names), after: null },
    ])
  for (const { was, is } of limited) await record('user.limits_changed', is.contractor_id, limitChanges(was, is, names))
}

/** Writes a row for each area of the change, in the wording of the user interface. */
export async function recordChanges(
  tx: Db,
  { author, ...about }: AuditedAccount,
  { before, after, changes, names }: { before: AccountState; after: AccountState; changes: Changes; names: Names },
) {
  const record = (event: Parameters<typeof recordEvent>[2]['event'], fields: FieldChanges) =>
    recordEvent(tx, author, { ...about, event, changes: fields })
  const person = different([
    ['Имя', before.full_name, after.full_name],
    ['Почта', before.email, after.email],
    ['Почта, ждёт подтверждения', before.pending_email, after.pending_email],
    ['Телефон', before.phone, after.phone],
  ])
  if (person.length > 0) await record('user.changed', person)
  if (changes.roles || changes.rights)
    await record(
      'user.roles_changed',
      different([
        ['Роль', rolesText(before), rolesText(after)],
        ['Права', rightsText(before), rightsText(after)],
      ]),
    )
  if (changes.active) await record(after.is_active ? 'user.unblocked' : 'user.blocked', [])
  await recordMemberships(tx, { author, ...about }, changes, names)
}

/** Records a new account or an invitation of an existing one: a row per company, or one for staff. */
export async function recordNew(
  tx: Db,
  { author, ...about }: AuditedAccount,
  event: 'user.created' | 'user.invited',
  account: Pick<AccountState, 'roles' | 'rights' | 'memberships'>,
  names: Names,
) {
  const who = different([
    ['Роль', null, rolesText(account)],
    ['Права', null, rightsText(account) || null],
  ])
  if (account.memberships.length === 0) await recordEvent(tx, author, { ...about, event, changes: who })
  for (const one of account.memberships)
    await recordEvent(tx, author, {
      ...about,
      event,
      contractorId: one.contractor_id,
      changes: [...who, ...joinChanges(one, names)],
    })
}

export async function recordInvitedAgain(
  tx: Db,
  { author, ...about }: AuditedAccount,
  memberships: readonly Membership[],
) {
  const places = memberships.length === 0 ? [{}] : memberships.map((one) => ({ contractorId: one.contractor_id }))
  for (const place of places) await recordEvent(tx, author, { ...about, event: 'user.invited', ...place })
}

export const accountAuditObject = ({ full_name, email }: Pick<AccountState, 'full_name' | 'email'>) =>
  `Пользователь ${full_name}, ${email}`
