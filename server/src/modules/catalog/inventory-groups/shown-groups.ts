import type { ShownGroup } from '@artikul/contract/ordering/search'
import type { Sql } from '../../../platform/db/index.ts'
import { selectShownGroups } from './groups.queries.ts'

/** Reads the groups that clients may see, with their products counted together with those of subgroups. */
export async function readShownGroups(driver: Sql): Promise<ShownGroup[]> {
  const groups = await selectShownGroups(driver)
  const byId = new Map(groups.map((group) => [group.id, { ...group }]))
  // Parents precede their subgroups, so that from the end every group is complete before it is added to its parent.
  for (const { id, parent_id: parentId } of groups.toReversed()) {
    const parent = parentId === null ? undefined : byId.get(parentId)
    if (parent) parent.products_count += byId.get(id)?.products_count ?? 0
  }
  return [...byId.values()].filter((group) => group.products_count > 0)
}

/** Returns the ids of a group and of all its subgroups; parents must precede their subgroups. */
export function idsWithin(groups: readonly ShownGroup[], id: number): number[] {
  const inside = new Set([id])
  for (const group of groups) if (group.parent_id !== null && inside.has(group.parent_id)) inside.add(group.id)
  return [...inside]
}
