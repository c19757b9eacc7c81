import { LIST_FIELDS, type List, type ListColumn, type ListField } from '@artikul/contract/lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { columnName } from '../../lib/column-name.ts'
import { useDestination } from '../../lib/destination.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSelect } from '../../ui/select.tsx'
import { SheetChoice, SheetPreview } from '../../ui/sheet-reading.tsx'
import { listQuery, saveLayout, type AskedLayout } from './lists.api.ts'

const FIELDS = (Object.entries(LIST_FIELDS) as [ListField, string][]).map(([value, label]) => ({ value, label }))

/** Columns of the sheet as they are told now, those without a header too. */
function columnsOf({ preview, layout }: List, headerRow: number | null): ListColumn[] {
  const width = Math.max(
    0,
    ...preview.map(({ cells }) => cells.length),
    ...layout.columns.map(({ index }) => index + 1),
  )
  const header = preview.find(({ number }) => number === headerRow)
  return Array.from({ length: width }, (_, index) => {
    const known = layout.columns.find((column) => column.index === index)
    const text = headerRow === layout.header_row ? (known?.header ?? '') : (header?.cells[index] ?? '')
    return known ? { ...known, header: text } : { index, header: text, field: null, consignee_id: null }
  })
}

/** The first rows of the sheet with the meaning of every column over it. */
export default function ColumnsDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const { layout, preview } = list
  const [headerRow, setHeaderRow] = useState(layout.header_row)
  const [told] = useState(() => columnsOf(list, layout.header_row))
  const [columns, setColumns] = useState(told)
  const isDirty = headerRow !== layout.header_row || JSON.stringify(columns) !== JSON.stringify(told)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (asked: AskedLayout) => saveLayout(list.id, asked),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: listQuery(list.id).queryKey })
      onClose()
    },
  })
  const changeHeader = (row: number | null) => {
    setHeaderRow(row)
    setColumns((before) =>
      columnsOf(list, row).map((column) => ({
        ...column,
        field: before[column.index]?.field ?? null,
        consignee_id: before[column.index]?.consignee_id ?? null,
      })),
    )
  }
  const change = (index: number, next: Partial<ListColumn>) =>
    setColumns((before) => before.map((column) => (column.index === index ? { ...column, ...next } : column)))
  return (
    <Dialog
      title="Столбцы списка"
      description="Следующий файл с таким же заголовком прочитаем так же."
      width="lg"
      open
      isDirty={isDirty}
      onClose={onClose}
      actions={
        <>
          <DialogClose />
          <Button
            look="primary"
            busy={save.isPending}
            onClick={() => save.mutate({ sheet: layout.sheet, header_row: headerRow, columns })}
          >
            Прочитать так
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {save.error && <Notice tone="warn">{messageOf(save.error)}</Notice>}
        <div className="grid gap-3 sm:grid-cols-2">
          <SheetChoice
            sheets={layout.sheets}
            sheet={layout.sheet}
            preview={preview}
            headerRow={headerRow}
            disabled={save.isPending}
            onSheet={(sheet) => save.mutate({ sheet, header_row: null, columns: null })}
            onHeaderRow={changeHeader}
          />
        </div>
        <SheetPreview
          preview={preview}
          columns={columns}
          headerRow={headerRow}
          meaning={(column) => <Meaning column={column} onChange={(next) => change(column.index, next)} />}
        />
      </div>
    </Dialog>
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
