import { orderTemplateRoutes } from '@artikul/contract/ordering/orders/order-templates'
import { query } from '../api/query.ts'

export const templatesQuery = query(
  orderTemplateRoutes.list,
  {},
  // Changes saved by colleagues are included.
  { select: ({ results }) => results, staleTime: 0 },
)
