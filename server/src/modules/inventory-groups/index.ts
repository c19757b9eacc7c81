export { createGrouper, type Grouper } from './grouping.ts'
export { inventoryGroupsModule } from './inventory-groups.routes.ts'
