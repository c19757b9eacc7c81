import { LIST_FIELDS, type List, type ListColumn, type ListField } from '@artikul/contract/ordering/bulk-orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { columnName } from '../../../lib/text/column-name.ts'
import { useDestination } from '../../../lib/page/destination.ts'
import { ColumnsDialog, type RequestedReading } from '../../../ui/windows/columns-dialog.tsx'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { listQuery, saveBulkOrderLayout } from './bulk-orders.api.ts'

const FIELDS = (Object.entries(LIST_FIELDS) as [ListField, string][]).map(([value, label]) => ({ value, label }))

/** Dialog that assigns meanings to the columns of a list. */
export default function ListColumnsDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (request: RequestedReading<ListColumn>) => saveBulkOrderLayout(list.id, request),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: listQuery(list.id).queryKey })
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
      onSave={(request) => save.mutate(request)}
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
