import { z } from 'zod'
import { Empty, Id, Moment, PathId } from '../core/fields.ts'
import { ContractorStatus } from '../companies/contractor-status.ts'
import { Role, STAFF_RIGHTS } from '../core/roles.ts'
import { defineRoutes } from '../core/route.ts'

export const ManagerContact = z.object({ full_name: z.string(), phone: z.string().nullable(), email: z.string() })
export type ManagerContact = z.infer<typeof ManagerContact>

export const CurrentUser = z.object({
  id: Id,
  login: z.string(),
  email: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  roles: z.array(z.object({ name: Role })),
  contractors: z.array(z.object({ id: Id, name: z.string(), inn: z.string(), status: ContractorStatus })),
  is_active: z.boolean(),
  last_seen_at: Moment.nullable(),
  created_at: Moment,
  /** Company that a contractor user currently acts for. */
  current_contractor_id: Id.nullable(),
  /** «Ваш менеджер» of the current company. */
  manager: ManagerContact.nullable(),
  /** Lines in the cart of the current company, for the badge of the menu. */
  cart_lines: z.int(),
  /** Limits set by the company administrator; staff and administrators have none. */
  may: z.object({
    see_prices: z.boolean(),
    see_settlements: z.boolean(),
    place_orders: z.boolean(),
    /** Make and change delivery points: except people limited to some of them. */
    change_points: z.boolean(),
  }),
  rights: z.array(z.enum(STAFF_RIGHTS)),
  has_second_factor: z.boolean(),
  /** True when a second factor is required and not set up; nothing else is accessible until it is. */
  must_set_second_factor: z.boolean(),
  /** New email that waits for its link to be opened. */
  email_pending: z.string().nullable(),
  /** True until the user has completed the portal tour. */
  is_newcomer: z.boolean(),
  /** Manager currently impersonating the user. */
  impersonated_by: z.object({ full_name: z.string() }).nullable(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const userRoutes = defineRoutes({
  current: {
    method: 'GET',
    path: '/api/v1/user/',
    summary: 'Текущий пользователь (клиент)',
    access: 'client:self',
    reply: CurrentUser,
  },
  currentManager: {
    method: 'GET',
    path: '/api/v1/manager/user/',
    summary: 'Текущий пользователь (менеджер)',
    access: 'staff:self',
    reply: CurrentUser,
  },
  changeCurrentContractor: {
    method: 'PATCH',
    path: '/api/v1/user/change_current_contractor/:contractor_id',
    summary: 'Смена текущего покупателя',
    access: 'contractor:change',
    params: z.strictObject({ contractor_id: PathId }),
    reply: Empty,
  },
})
