import { LIST_FIELDS, type List, type ListColumn, type ListField } from '@artikul/contract/lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useDestination } from '../../lib/destination.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSelect, Select } from '../../ui/select.tsx'
import { listQuery, saveLayout, type AskedLayout } from './lists.api.ts'

const FIELDS = (Object.entries(LIST_FIELDS) as [ListField, string][]).map(([value, label]) => ({ value, label }))
const NO_HEADER = 0
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

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
  const [columns, setColumns] = useState(() => columnsOf(list, layout.header_row))
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
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
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
          {layout.sheets.length > 1 && (
            <Select
              label="Лист"
              items={layout.sheets.map((name) => ({ value: name, label: name }))}
              value={layout.sheet}
              disabled={save.isPending}
              onValueChange={(sheet) => save.mutate({ sheet, header_row: null, columns: null })}
            />
          )}
          <Select
            label="Строка заголовка"
            items={[
              { value: NO_HEADER, label: 'Нет заголовка' },
              ...preview.map(({ number }) => ({ value: number, label: `Строка ${number}` })),
            ]}
            value={headerRow ?? NO_HEADER}
            onValueChange={(row) => changeHeader(row || null)}
          />
        </div>
        <Preview preview={preview} columns={columns} headerRow={headerRow} onChange={change} />
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  preview: List['preview']
  columns: readonly ListColumn[]
  headerRow: number | null
  onChange: (index: number, next: Partial<ListColumn>) => void
}

function Preview({ preview, columns, headerRow, onChange }: PreviewProps) {
  const { points } = useDestination()
  const cell = 'max-w-48 truncate border-r border-b border-hairline px-2 py-1 last:border-r-0'
  return (
    <div
      role="region"
      aria-label="Первые строки файла"
      tabIndex={0}
      className="max-h-[50vh] overflow-auto rounded-md border border-hairline"
    >
      <table className="text-sm">
        <thead className="sticky top-0 bg-raised">
          <tr>
            <th scope="col" className={cell}>
              <span className="sr-only">Строка</span>
            </th>
            {columns.map(({ index, field, consignee_id }) => (
              <th key={index} scope="col" className={cx(cell, 'min-w-36 align-top font-normal')}>
                <RowSelect
                  label={`Столбец ${letters(index)}`}
                  placeholder="Не нужен"
                  items={FIELDS.filter(({ value }) => value !== 'point_qty' || points.length > 0)}
                  value={field}
                  onValueChange={(next) => onChange(index, { field: next, consignee_id: null })}
                />
                {field === 'point_qty' && (
                  <RowSelect
                    label={`Точка столбца ${letters(index)}`}
                    placeholder="Какая точка"
                    items={points.map(({ id, name }) => ({ value: id, label: name }))}
                    value={consignee_id}
                    onValueChange={(id) => onChange(index, { consignee_id: id })}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ number, cells }) => (
            <tr key={number} className={cx(number === headerRow && 'bg-accent-soft font-medium')}>
              <th scope="row" className={cx(cell, 'text-right font-normal text-text-2')}>
                {number}
              </th>
              {columns.map(({ index }) => (
                <td key={index} className={cell} title={cells[index]}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
