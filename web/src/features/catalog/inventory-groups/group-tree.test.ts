import type { InventoryGroup } from '@artikul/contract/catalog/inventory-groups'
import { expect, test } from 'vitest'
import { neighbours, pathOf, rowsOf } from './group-tree.ts'

const group = (id: number, parent_id: number | null): InventoryGroup => ({
  id,
  parent_id,
  version: 1,
  name: `Группа ${id}`,
  markup_hundredths: null,
  min_markup_hundredths: null,
  marking: null,
  marking_from: null,
  is_hidden: null,
  position: id,
  products_count: 0,
  rules_count: 0,
})
const GROUPS = [group(1, null), group(2, null), group(3, 1), group(4, 1), group(5, 4)]

test('group rows follow their parent by depth, without children of a collapsed group', () => {
  const shown = (folded: number[]) => rowsOf(GROUPS, new Set(folded)).map(({ group: { id }, depth }) => [id, depth])
  expect(shown([])).toEqual([
    [1, 0],
    [3, 1],
    [4, 1],
    [5, 2],
    [2, 0],
  ])
  expect(shown([4])).toEqual([
    [1, 0],
    [3, 1],
    [4, 1],
    [2, 0],
  ])
})

test('group path leads to the root and out of a cycle', () => {
  const ids = (groups: readonly InventoryGroup[], id: number) => pathOf(groups, id).map((one) => one.id)
  expect(ids(GROUPS, 5)).toEqual([5, 4, 1])
  expect(ids([group(1, 2), group(2, 1)], 1)).toEqual([1, 2])
})

test('«выше» and «ниже» move a group among its siblings', () => {
  const siblings = [group(1, null), group(2, null), group(3, null), group(9, 1)]
  expect(neighbours(siblings, siblings[0]!)).toEqual({ above: null, isLast: false, belowNext: 3 })
  expect(neighbours(siblings, siblings[1]!)).toEqual({ above: 1, isLast: false, belowNext: null })
  expect(neighbours(siblings, siblings[2]!)).toEqual({ above: 2, isLast: true, belowNext: null })
})
