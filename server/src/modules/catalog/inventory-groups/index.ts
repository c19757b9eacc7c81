export { groupingJob } from './grouping.jobs.ts'
export { regroupNext, scheduleRegrouping } from './grouping.queries.ts'
export { inventoryGroupsModule } from './inventory-groups.routes.ts'
export { idsWithin, readShownGroups } from './shown-groups.ts'
