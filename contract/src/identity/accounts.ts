import { z } from 'zod'
import {
  Email,
  Empty,
  Id,
  Kop,
  listOf,
  Moment,
  pageQuery,
  PathId,
  Phone,
  requiredText,
  text,
  Version,
} from '../core/fields.ts'
import { Role, STAFF_RIGHTS } from '../core/roles.ts'
import { FILE, defineRoutes } from '../core/route.ts'

const Limit = Kop.positive('Больше нуля').max(1_000_000_000_000, 'Слишком большая сумма').nullable()

/**
 * Limits of an employee in one company; sums in kopecks, `null` for no limit; `consignee_ids` is `null` for all
 * consignees.
 */
export const Membership = z.strictObject({
  contractor_id: Id,
  sees_prices: z.boolean(),
  sees_settlements: z.boolean(),
  may_place: z.boolean(),
  order_limit_kop: Limit,
  month_limit_kop: Limit,
  consignee_ids: z.array(Id).max(1000).nullable(),
})
export type Membership = z.infer<typeof Membership>

/** Membership of a new employee: unlimited until the administrator sets limits. */
export const unlimited = (contractor_id: number): Membership => ({
  contractor_id,
  sees_prices: true,
  sees_settlements: true,
  may_place: true,
  order_limit_kop: null,
  month_limit_kop: null,
  consignee_ids: null,
})

export const UserItem = z.object({
  id: Id,
  login: z.string(),
  email: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  roles: z.array(z.object({ name: Role })),
  /** Companies of the user; a client administrator sees only those in common. */
  contractors: z.array(z.object({ id: Id, name: z.string(), inn: z.string() })),
  is_active: z.boolean(),
  /** True while the invitation is unanswered. */
  is_invited: z.boolean(),
  last_seen_at: Moment.nullable(),
  created_at: Moment,
})
export type UserItem = z.infer<typeof UserItem>

export const StaffRight = z.enum(STAFF_RIGHTS)

export const UserDetails = UserItem.extend({
  memberships: z.array(Membership),
  rights: z.array(StaffRight),
  has_second_factor: z.boolean(),
  /** New email that waits for its link to be opened. */
  email_pending: z.string().nullable(),
  /** Companies that would be left without an active administrator. */
  last_admin_of: z.array(z.string()),
  /** Erased account: the person can no longer be identified or sign in. */
  is_erased: z.boolean(),
  version: Version,
  can: z.object({
    /** Name, phone; not for an employee who also works for companies outside the administrator's own. */
    edit_person: z.boolean(),
    /**
     * A client administrator proposes an email to its owner, but not to a person who has not answered the invitation.
     */
    edit_email: z.boolean(),
    edit_roles: z.boolean(),
    block: z.boolean(),
    /** Permission to send a link for a new password and to turn off a lost second factor. */
    reset_access: z.boolean(),
    impersonate: z.boolean(),
    /** Permission to revoke the invitation: the person leaves every company that the administrator manages. */
    revoke: z.boolean(),
    /** Permission to export all personal data of the person as a file. */
    take_data: z.boolean(),
    /** Permission to erase; only for a blocked person. */
    erase: z.boolean(),
  }),
})
export type UserDetails = z.infer<typeof UserDetails>

const ClientRoles = z.array(z.enum(['CONTRACTOR_ADMIN', 'CONTRACTOR_USER'])).length(1, 'Выберите роль')

/** Staff and client roles are mutually exclusive. */
const AnyRoles = z
  .array(Role)
  .min(1, 'Выберите роль')
  .max(2, 'Слишком много ролей')
  .refine((roles) => new Set(roles).size === roles.length, 'Роль повторяется')
  .refine(
    (roles) =>
      roles.every((role) => role.startsWith('ARTIKUL')) || (roles.length === 1 && !roles[0]?.startsWith('ARTIKUL')),
    'Роли менеджера и клиента не сочетаются',
  )

const person = { full_name: requiredText(200), email: Email, phone: Phone.nullable() }
const memberships = z.array(Membership).max(50, 'Не больше 50 компаний')

/** New person, who sets the password through the link of the invitation. */
export const NewUser = z.strictObject({
  ...person,
  roles: AnyRoles,
  memberships,
  rights: z.array(StaffRight).max(STAFF_RIGHTS.length).default([]),
})
export type NewUser = z.infer<typeof NewUser>

const changes = {
  version: Version,
  full_name: person.full_name.optional(),
  email: person.email.optional(),
  phone: person.phone.optional(),
  is_active: z.boolean().optional(),
  memberships: memberships.optional(),
}

/**
 * Change by a client administrator: `memberships` lists only the administrator's own companies; the person's others
 * stay unchanged.
 */
export const EmployeePatch = z.strictObject({ ...changes, roles: ClientRoles.optional() })
export type EmployeePatch = z.infer<typeof EmployeePatch>

export const UserPatch = z.strictObject({
  ...changes,
  roles: AnyRoles.optional(),
  rights: z.array(StaffRight).max(STAFF_RIGHTS.length).optional(),
})
export type UserPatch = z.infer<typeof UserPatch>

export const UsersQuery = z.strictObject({
  ...pageQuery,
  inn: text(12).optional(),
  username: text(200).optional(),
  contractor_id: PathId.optional(),
})
export type UsersQuery = z.infer<typeof UsersQuery>

const UserIdParams = z.strictObject({ user_id: PathId })
const SavedUser = z.object({ version: Version })

/** Row of the file that could not be imported, with the reason. */
export const RefusedRow = z.object({ row: z.int(), reason: z.string() })

/** Parsed row of a list of people; a row with an `error` cannot be added. */
export const ListedUser = z.object({
  row: z.int(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(['CONTRACTOR_ADMIN', 'CONTRACTOR_USER']),
  contractor: z.object({ id: Id, name: z.string() }).nullable(),
  error: z.string().nullable(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** Most people of one file. */
export const MAX_LISTED_ACCOUNTS = 500

const EMPLOYEES = '/api/v1/user/admin/user'
const USERS = '/api/v1/manager/user/admin/user'

/** Accounts: a client administrator manages employees of the own companies, an order manager everybody. */
export const accountRoutes = defineRoutes({
  employees: {
    method: 'GET',
    path: `${EMPLOYEES}/`,
    summary: 'Сотрудники своих компаний',
    access: 'employees:manage',
    query: UsersQuery,
    reply: listOf(UserItem),
  },
  users: {
    method: 'GET',
    path: `${USERS}/`,
    summary: 'Все пользователи',
    access: 'users:manage',
    query: UsersQuery,
    reply: listOf(UserItem),
  },
  employee: {
    method: 'GET',
    path: `${EMPLOYEES}/:user_id`,
    summary: 'Сотрудник',
    access: 'employees:manage',
    params: UserIdParams,
    reply: UserDetails,
  },
  user: {
    method: 'GET',
    path: `${USERS}/:user_id`,
    summary: 'Пользователь',
    access: 'users:manage',
    params: UserIdParams,
    reply: UserDetails,
  },
  create: {
    method: 'POST',
    path: `${EMPLOYEES}/`,
    summary: 'Новый пользователь; ответ один, даже если у почты уже есть учётная запись в другой компании',
    access: 'users:create',
    body: NewUser,
    reply: Empty,
    status: 201,
  },
  readList: {
    method: 'POST',
    path: `${EMPLOYEES}/read-list`,
    summary: 'Список людей из файла (XLSX, XLS, ODS, CSV): что понято и чего не хватает; никого не создаёт',
    access: 'users:create',
    upload: 2 * 1024 * 1024,
    reply: z.object({ results: z.array(ListedUser) }),
  },
  changeEmployee: {
    method: 'PATCH',
    path: `${EMPLOYEES}/:user_id`,
    summary: 'Изменение сотрудника',
    access: 'employees:manage',
    params: UserIdParams,
    body: EmployeePatch,
    example: { version: 1 },
    reply: SavedUser,
  },
  changeUser: {
    method: 'PATCH',
    path: `${USERS}/:user_id`,
    summary: 'Изменение пользователя',
    access: 'users:manage',
    params: UserIdParams,
    body: UserPatch,
    example: { version: 1 },
    reply: SavedUser,
  },
  resetEmployeePassword: {
    method: 'POST',
    path: `${EMPLOYEES}/:user_id/reset_password`,
    summary: 'Письмо сотруднику со ссылкой для пароля',
    access: 'employees:manage',
    selfOnly: true,
    params: UserIdParams,
    reply: Empty,
  },
  resetUserPassword: {
    method: 'POST',
    path: `${USERS}/:user_id/reset_password`,
    summary: 'Письмо пользователю со ссылкой для пароля',
    access: 'users:manage',
    params: UserIdParams,
    reply: Empty,
  },
  removeSecondFactor: {
    method: 'POST',
    path: `${USERS}/:user_id/remove_second_factor`,
    summary: 'Сброс второго фактора, когда телефон потерян',
    access: 'users:manage',
    params: UserIdParams,
    reply: Empty,
  },
  exportEmployees: {
    method: 'GET',
    path: `${EMPLOYEES}.xlsx`,
    summary: 'Список сотрудников в XLSX',
    access: 'employees:manage',
    query: UsersQuery,
    reply: FILE,
  },
  exportUsers: {
    method: 'GET',
    path: `${USERS}.xlsx`,
    summary: 'Список пользователей в XLSX',
    access: 'users:manage',
    query: UsersQuery,
    reply: FILE,
  },
})
