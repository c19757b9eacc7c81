import { vehicleCatalogRoutes } from '@artikul/contract/catalog/vehicle-catalog'
import { query } from '../api/query.ts'

/** Whether parts can be looked up by VIN; it depends on the settings of the server only. */
export const vehicleCatalogQuery = query(vehicleCatalogRoutes.status, {}, { staleTime: Infinity })
