import { keysOf } from '@artikul/contract/core/keys'
import {
  GroupFields,
  MARKINGS,
  inventoryGroupRoutes,
  type InventoryGroup,
} from '@artikul/contract/catalog/inventory-groups'
import { useMutation } from '@tanstack/react-query'
import { useForm } from '../../../lib/browser/use-form.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { groupDraftOf, GROUP_FIELDS, groupFieldsOf, newGroupDraft, type GroupDraft } from './group-draft.ts'
import { pathOf, rowsOf } from './group-tree.ts'
import { GROUP_KEYS } from './groups.api.ts'

interface Props {
  groups: readonly InventoryGroup[]
  /** `null` for a new group. */
  group: InventoryGroup | null
  parentId: number | null
  onClose: () => void
}

const MARKING_CHOICES = keysOf(MARKINGS).map((value) => ({ value, label: MARKINGS[value] }))
const VISIBLE = [
  { value: 'yes' as const, label: 'Видна покупателям' },
  { value: 'no' as const, label: 'Скрыта от покупателей' },
]
const INHERITED = 'Как у группы выше'

/** Returns possible parents: every group outside the group itself. */
const parentsOf = (groups: readonly InventoryGroup[], group: InventoryGroup | null) =>
  rowsOf(groups, new Set())
    .filter((row) => !group || !pathOf(groups, row.group.id).some(({ id }) => id === group.id))
    .map(({ group: { id, name }, depth }) => ({ value: id, label: `${'\u00a0\u00a0'.repeat(depth)}${name}` }))

function useGroupForm(group: InventoryGroup | null, initial: GroupDraft, onSaved: () => void) {
  const { checked, refuse, ...typed } = useForm({
    defaultValues: initial,
    paths: { parent_id: ['parent_id', 'name'], markup: 'markup_hundredths', min_markup: 'min_markup_hundredths' },
  })
  const save = useMutation({
    mutationFn: (fields: GroupFields): Promise<unknown> =>
      group
        ? call(inventoryGroupRoutes.update, { params: { id: group.id }, body: { version: group.version, ...fields } })
        : call(inventoryGroupRoutes.create, { body: fields }),
    onSettled: useInvalidate(...GROUP_KEYS),
  })
  return {
    ...typed,
    busy: save.isPending,
    submit: () => {
      const fields = checked(GroupFields, groupFieldsOf(typed.draft))
      if (!fields) return
      save.mutate(fields, {
        onSuccess: () => {
          const summary = group ? 'Группа сохранена' : 'Группа добавлена'
          toast({ severity: 'success', summary, detail: fields.name })
          onSaved()
        },
        onError: (error) => refuse(error, GROUP_FIELDS),
      })
    },
  }
}

export default function GroupDialog({ groups, group, parentId, onClose }: Props) {
  const form = useGroupForm(group, group ? groupDraftOf(group) : newGroupDraft(parentId), onClose)
  const { draft, change, field, isDirty } = form
  return (
    <FormDialog
      side
      title={group ? `Группа «${group.name}»` : 'Новая группа номенклатуры'}
      label="Группа номенклатуры"
      submit={group ? 'Сохранить' : 'Добавить'}
      form={form}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField label="Название" required maxLength={100} autoComplete="off" {...field('name')} />
      <Select
        label="Лежит в группе"
        placeholder="Верхний уровень"
        items={parentsOf(groups, group)}
        {...field('parent_id')}
      />
      <NumberField
        label="Наценка группы, %"
        hint="Прибавляется к закупке до колонки цен."
        placeholder={INHERITED}
        min={0}
        {...field('markup')}
      />
      <NumberField
        label="Наименьшая наценка, %"
        hint="Дешевле себестоимости с этой наценкой товар не продаётся."
        placeholder={INHERITED}
        min={0}
        {...field('min_markup')}
      />
      <Select
        label="Маркировка «Честный знак»"
        placeholder={INHERITED}
        items={MARKING_CHOICES}
        value={draft.marking}
        onValueChange={(marking) => change({ marking })}
      />
      {draft.marking === 'required' && <DateField label="Обязательна с" required {...field('marking_from')} />}
      <Select
        label="Видимость"
        placeholder={INHERITED}
        items={VISIBLE}
        value={draft.visible}
        onValueChange={(visible) => change({ visible })}
      />
    </FormDialog>
  )
}
