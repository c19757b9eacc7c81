export { createGrouper } from './grouping.ts'
export { askToRegroup } from './grouping.queries.ts'
export { inventoryGroupsModule } from './inventory-groups.routes.ts'
