import type { InventoryGroup } from '@artikul/contract/catalog/inventory-groups'

export interface TreeRow {
  group: InventoryGroup
  /** Depth in the tree, from zero. */
  depth: number
  hasChildren: boolean
}

/** Returns groups in display order: each followed by its children, except those of collapsed groups. */
export function rowsOf(groups: readonly InventoryGroup[], folded: ReadonlySet<number>): TreeRow[] {
  const children = Map.groupBy(groups, ({ parent_id: parent }) => parent)
  const below = (parent: number | null, depth: number): TreeRow[] =>
    (children.get(parent) ?? []).flatMap((group) => [
      { group, depth, hasChildren: children.has(group.id) },
      ...(folded.has(group.id) ? [] : below(group.id, depth + 1)),
    ])
  return below(null, 0)
}

/** Returns the group with its ancestors, nearest first. */
export function pathOf(groups: readonly InventoryGroup[], id: number): InventoryGroup[] {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const path: InventoryGroup[] = []
  for (let at = byId.get(id); at && !path.includes(at); at = byId.get(at.parent_id ?? 0)) path.push(at)
  return path
}

/** Returns the siblings that «выше» and «ниже» move the group before. */
export function neighbours(groups: readonly InventoryGroup[], { id, parent_id: parent }: InventoryGroup) {
  const siblings = groups.filter(({ parent_id }) => parent_id === parent)
  const at = siblings.findIndex((one) => one.id === id)
  return {
    above: siblings[at - 1]?.id ?? null,
    isLast: at === siblings.length - 1,
    /** Group that follows after moving one down; `null` when it becomes the last. */
    belowNext: siblings[at + 2]?.id ?? null,
  }
}
