import { z } from 'zod'
import { Moment } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

export const searchLogRoutes = defineRoutes({
  recent: {
    method: 'GET',
    path: '/api/v1/searches/recent',
    summary: 'Последние поиски сотрудников компании, до 20',
    access: 'home:read',
    reply: z.object({
      results: z.array(z.object({ typed: z.string(), searched_at: Moment, is_found: z.boolean() })),
    }),
  },
})
