import { z } from 'zod'
import { Id, listOf, pageQuery, text } from './fields.ts'
import { defineRoutes } from './route.ts'

export const ContractorItem = z.object({
  id: Id,
  name: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  address: z.string(),
})
export type ContractorItem = z.infer<typeof ContractorItem>

export const contractorRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/contractors',
    summary: 'Покупатели: свои компании клиента или все для менеджера',
    access: 'contractors:read',
    query: z.strictObject({ ...pageQuery, q: text(200).optional() }),
    reply: listOf(ContractorItem),
  },
})
