import {
  STATEMENT_FIELDS,
  type Reconciliation,
  type StatementColumn,
  type StatementField,
} from '@artikul/contract/reconciliation'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { columnName } from '../../lib/column-name.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSelect } from '../../ui/select.tsx'
import { SheetChoice, SheetPreview } from '../../ui/sheet-reading.tsx'
import { useSaveLayout } from './reconciliation.api.ts'

const FIELDS = (Object.entries(STATEMENT_FIELDS) as [StatementField, string][]).map(([value, label]) => ({
  value,
  label,
}))

/** Columns of the sheet as they are told now, those without a header too. */
function columnsOf({ preview, layout }: Reconciliation, headerRow: number | null): StatementColumn[] {
  const width = Math.max(
    0,
    ...preview.map(({ cells }) => cells.length),
    ...layout.columns.map(({ index }) => index + 1),
  )
  const header = preview.find(({ number }) => number === headerRow)
  return Array.from({ length: width }, (_, index) => {
    const known = layout.columns.find((column) => column.index === index)
    const text = headerRow === layout.header_row ? (known?.header ?? '') : (header?.cells[index] ?? '')
    return { index, header: text, field: known?.field ?? null }
  })
}

interface Props {
  reconciliation: Reconciliation
  onClose: () => void
}

/** The first rows of the file with the meaning of every column over it. */
export default function ColumnsDialog({ reconciliation, onClose }: Props) {
  const { id, layout, preview } = reconciliation
  const [headerRow, setHeaderRow] = useState(layout.header_row)
  const [told] = useState(() => columnsOf(reconciliation, layout.header_row))
  const [columns, setColumns] = useState(told)
  const isDirty = headerRow !== layout.header_row || JSON.stringify(columns) !== JSON.stringify(told)
  const save = useSaveLayout(id)
  const changeHeader = (row: number | null) => {
    setHeaderRow(row)
    setColumns((before) =>
      columnsOf(reconciliation, row).map((column) => ({ ...column, field: before[column.index]?.field ?? null })),
    )
  }
  const change = (index: number, field: StatementField | null) =>
    setColumns((before) => before.map((column) => (column.index === index ? { ...column, field } : column)))
  return (
    <Dialog
      title="Столбцы файла"
      description="Нужны дата и сумма: «Дебет» и «Кредит» как в вашем учёте либо один столбец «Сумма»."
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
            onClick={() => save.mutate({ sheet: layout.sheet, header_row: headerRow, columns }, { onSuccess: onClose })}
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
            onSheet={(sheet) => save.mutate({ sheet, header_row: null, columns: null }, { onSuccess: onClose })}
            onHeaderRow={changeHeader}
          />
        </div>
        <SheetPreview
          preview={preview}
          columns={columns}
          headerRow={headerRow}
          meaning={({ index, field }) => (
            <RowSelect
              label={`Столбец ${columnName(index)}`}
              placeholder="Не нужен"
              items={FIELDS}
              value={field}
              onValueChange={(next) => change(index, next)}
            />
          )}
        />
      </div>
    </Dialog>
  )
}
