import type { GroupFields, InventoryGroup, Marking } from '@artikul/contract/catalog/inventory-groups'

export interface GroupDraft {
  name: string
  parent_id: number | null
  /** Markup in per cent as typed; null: inherited from the parent. */
  markup: number | null
  min_markup: number | null
  marking: Marking | null
  marking_from: string | null
  visible: 'yes' | 'no' | null
}

export const newGroupDraft = (parentId: number | null): GroupDraft => ({
  name: '',
  parent_id: parentId,
  markup: null,
  min_markup: null,
  marking: null,
  marking_from: null,
  visible: null,
})

const typed = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)
const stored = (percent: number | null) => (percent === null ? null : Math.round(percent * 100))

export const groupDraftOf = (group: InventoryGroup): GroupDraft => ({
  name: group.name,
  parent_id: group.parent_id,
  markup: typed(group.markup_hundredths),
  min_markup: typed(group.min_markup_hundredths),
  marking: group.marking,
  marking_from: group.marking_from,
  visible: group.is_hidden === null ? null : group.is_hidden ? 'no' : 'yes',
})

export const groupFieldsOf = (draft: GroupDraft): GroupFields => ({
  name: draft.name,
  parent_id: draft.parent_id,
  markup_hundredths: stored(draft.markup),
  min_markup_hundredths: stored(draft.min_markup),
  marking: draft.marking,
  marking_from: draft.marking === 'required' ? draft.marking_from : null,
  is_hidden: draft.visible === null ? null : draft.visible === 'no',
})

export const GROUP_FIELDS = Object.keys(groupFieldsOf(newGroupDraft(null)))
