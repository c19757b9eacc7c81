import { treeQuery } from '../../features/catalog/inventory-groups/groups.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = () => prefetch(treeQuery)

export { default } from '../../features/catalog/inventory-groups/groups-page.tsx'
