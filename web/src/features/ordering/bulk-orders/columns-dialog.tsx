import {
  LIST_FIELDS,
  listRoutes,
  type List,
  type ListColumn,
  type ListField,
} from '@artikul/contract/ordering/bulk-orders'
import { columnName } from '../../../lib/text/column-name.ts'
import { useDestination } from '../../../lib/page/destination.ts'
import { ColumnsDialog } from '../../../ui/windows/columns-dialog.tsx'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

const FIELDS = (Object.entries(LIST_FIELDS) as [ListField, string][]).map(([value, label]) => ({ value, label }))

/** Dialog that assigns meanings to the columns of a list. */
export default function ListColumnsDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const refresh = useInvalidate(`bulk-orders/${list.id}`)
  const save = useApiMutation(listRoutes.setLayout, {
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <ColumnsDialog
      title="Столбцы списка"
      description="Следующий файл с таким же заголовком прочитаем так же."
      reading={list}
      blank={(index, header) => ({ index, header, field: null, consignee_id: null })}
      saving={save}
      onSave={(request) => save.mutate({ params: { id: list.id }, body: request })}
      onClose={onClose}
      meaning={(column, change) => <Meaning column={column} onChange={change} />}
    />
  )
}

interface MeaningProps {
  column: ListColumn
  onChange: (next: Partial<ListColumn>) => void
}

function Meaning({ column: { index, field, consignee_id }, onChange }: MeaningProps) {
  const { points } = useDestination()
  return (
    <>
      <RowSelect
        label={`Столбец ${columnName(index)}`}
        placeholder="Не нужен"
        items={FIELDS.filter(({ value }) => value !== 'point_qty' || points.length > 0)}
        value={field}
        onValueChange={(next) => onChange({ field: next, consignee_id: null })}
      />
      {field === 'point_qty' && (
        <RowSelect
          label={`Точка столбца ${columnName(index)}`}
          placeholder="Какая точка"
          items={points.map(({ id, name }) => ({ value: id, label: name }))}
          value={consignee_id}
          onValueChange={(id) => onChange({ consignee_id: id })}
        />
      )}
    </>
  )
}
