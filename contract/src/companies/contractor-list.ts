import { z } from 'zod'
import { ContractorStatus } from './contractor-status.ts'
import { Id, listOf, Moment, pageQuery, PathId, text } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Staff member who can be chosen as manager. */
export const ManagerOption = z.object({ id: Id, full_name: z.string() })

export const ContractorItem = z.object({
  id: Id,
  name: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  address: z.string(),
  phone: z.string(),
  status: ContractorStatus,
  /** Reason why orders are stopped; `null` when they are not. */
  stopped_reason: z.string().nullable(),
  manager: ManagerOption.nullable(),
  /** Staff only, like the number of people; `null` for clients. */
  price_group: z.string().nullable(),
  users_count: z.int().nullable(),
  created_at: Moment,
})
export type ContractorItem = z.infer<typeof ContractorItem>

export const ContractorsQuery = z.strictObject({
  ...pageQuery,
  /** Part of the name, or the beginning of ИНН. */
  q: text(200).optional(),
  status: ContractorStatus.optional(),
  /** Only companies whose orders are stopped. */
  stopped: z.literal('true').optional(),
  manager_id: PathId.optional(),
  /** Telephone of the company, its people or its consignees, in any spelling. */
  phone: text(30).optional(),
})
export type ContractorsQuery = z.infer<typeof ContractorsQuery>

export const CONTRACTORS_PATH = '/api/v1/contractors'

/** Companies of the person; loaded before any other part of the user interface. */
export const contractorListRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: `${CONTRACTORS_PATH}/`,
    summary: 'Покупатели: свои компании клиента или все для менеджера',
    access: 'contractors:read',
    query: ContractorsQuery,
    reply: listOf(ContractorItem),
  },
})
