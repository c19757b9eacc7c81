import { z } from 'zod'
import { Id } from './fields.ts'
import { defineRoutes } from './route.ts'

export const ConsigneeItem = z.object({
  id: Id,
  /** «Название точки»: what people call it. */
  name: z.string(),
  code: z.string().nullable(),
  address: z.string(),
  is_default: z.boolean(),
})
export type ConsigneeItem = z.infer<typeof ConsigneeItem>

export const consigneeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/consignees',
    summary: 'Грузополучатели текущего покупателя',
    access: 'consignees:read',
    reply: z.object({ results: z.array(ConsigneeItem) }),
  },
})
