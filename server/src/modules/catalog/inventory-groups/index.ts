export { createGrouper } from './grouping.ts'
export { scheduleRegrouping } from './grouping.queries.ts'
export { inventoryGroupsModule } from './inventory-groups.routes.ts'
