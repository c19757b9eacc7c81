import { productAlertRoutes } from '@artikul/contract/ordering/product-alerts'
import { query } from '../api/query.ts'

/** Product alerts of the user in the current company, used by their page and the bell. */
export const productAlertsQuery = query(productAlertRoutes.list, {}, { select: ({ results }) => results })
