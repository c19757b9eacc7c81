import {
  unlimited,
  type EmployeePatch,
  type Membership,
  type NewUser,
  type UserDetails,
  type UserPatch,
} from '@artikul/contract/identity/accounts'
import { Email, Phone } from '@artikul/contract/core/fields'
import { isStaff, type Role, type StaffRight } from '@artikul/contract/core/roles'
import { REQUIRED, refusalOf, type Refusals } from '../../../lib/api/form-errors.ts'

/** Form state of an account: texts as typed. */
export interface AccountDraft {
  full_name: string
  email: string
  phone: string
  roles: readonly Role[]
  memberships: readonly Membership[]
  rights: readonly StaffRight[]
}

type ClientRole = 'CONTRACTOR_ADMIN' | 'CONTRACTOR_USER'
const isClientRole = (role: Role): role is ClientRole => !isStaff([role])

export const accountDraftOf = (user: UserDetails): AccountDraft => ({
  full_name: user.full_name,
  email: user.email,
  phone: user.phone ?? '',
  roles: user.roles.map(({ name }) => name),
  memberships: user.memberships,
  rights: user.rights,
})

/** Draft of a new user of the given company. */
export const emptyDraft = (contractorId: number | null): AccountDraft => ({
  full_name: '',
  email: '',
  phone: '',
  roles: ['CONTRACTOR_USER'],
  memberships: contractorId === null ? [] : [unlimited(contractorId)],
  rights: [],
})

const phoneOf = ({ phone }: AccountDraft) => (phone.trim() === '' ? null : phone)
/** Drops data that a changed role leaves behind: only clients have companies and only staff have rights. */
const membershipsOf = ({ roles, memberships }: AccountDraft) => (isStaff(roles) ? [] : [...memberships])
const rightsOf = ({ roles, rights }: AccountDraft) => (isStaff(roles) ? [...rights] : [])

export const newUser = (draft: AccountDraft): NewUser => ({
  full_name: draft.full_name,
  email: draft.email,
  phone: phoneOf(draft),
  roles: [...draft.roles],
  memberships: membershipsOf(draft),
  rights: rightsOf(draft),
})

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

/** Returns only the changed fields, so that another user's changes to the rest survive. */
function changes(details: UserDetails, draft: AccountDraft) {
  const was = newUser(accountDraftOf(details))
  const is = newUser(draft)
  return {
    version: details.version,
    ...(is.full_name.trim() !== was.full_name && { full_name: is.full_name }),
    ...(is.email.trim() !== was.email && { email: is.email }),
    ...(differs(is.phone, was.phone) && { phone: is.phone }),
    ...(differs(is.memberships, was.memberships) && { memberships: is.memberships }),
    ...(differs(is.roles, was.roles) && { roles: is.roles }),
    ...(differs(is.rights, was.rights) && { rights: is.rights }),
  }
}

export const userPatch = (details: UserDetails, draft: AccountDraft): UserPatch => changes(details, draft)

export function employeePatch(details: UserDetails, draft: AccountDraft): EmployeePatch {
  const { roles, rights: _staffOnly, ...rest } = changes(details, draft)
  return { ...rest, ...(roles && { roles: roles.filter(isClientRole) }) }
}

export const isAccountChanged = (details: UserDetails, draft: AccountDraft) =>
  Object.keys(changes(details, draft)).length > 1

const ACCOUNT_FIELDS = ['full_name', 'email', 'phone', 'roles', 'rights', 'memberships'] as const
const MEMBERSHIP_FIELDS = ['order_limit_kop', 'month_limit_kop', 'consignee_ids'] as const

/** Paths of the fields that can display an error. */
export const accountFieldsOf = ({ memberships }: AccountDraft) => [
  ...ACCOUNT_FIELDS,
  ...memberships.flatMap((_, index) => MEMBERSHIP_FIELDS.map((field) => `memberships.${index}.${field}`)),
]

/** Returns companies that would have no administrator after saving. */
export function leftWithoutAdmin(details: UserDetails, { roles, memberships }: AccountDraft): readonly string[] {
  if (!roles.includes('CONTRACTOR_ADMIN')) return details.last_admin_of
  const stays = new Set(memberships.map(({ contractor_id }) => contractor_id))
  const left = details.contractors.filter(({ id }) => !stays.has(id)).map(({ name }) => name)
  return details.last_admin_of.filter((name) => left.includes(name))
}

export const lastAdminText = (companies: readonly string[]) =>
  companies.length === 0 ? '' : `Это последний администратор компании ${companies.join(', ')}. `

/** Returns errors that can be found before sending. */
export function accountDraftRefusals(draft: AccountDraft): Refusals {
  const { full_name, email, phone, roles, memberships } = draft
  const refusals: Record<string, string | false | undefined> = {
    full_name: full_name.trim() === '' && REQUIRED,
    email: refusalOf(Email, email),
    phone: phone.trim() !== '' && refusalOf(Phone, phone),
    roles: roles.length === 0 && 'Выберите роль',
    memberships: !isStaff(roles) && memberships.length === 0 && 'Выберите компанию',
  }
  for (const [index, { consignee_ids }] of memberships.entries()) {
    if (consignee_ids?.length === 0) {
      refusals[`memberships.${index}.consignee_ids`] = 'Выберите хотя бы одного грузополучателя'
    }
  }
  return refusals
}
