import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import type { List } from '@artikul/contract/ordering/bulk-orders'
import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useDestination } from '../../../lib/page/destination.ts'
import { useIsNarrow } from '../../../lib/browser/use-media.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { LIST_GRID, ListTableRow } from './list-table-row.tsx'
import { useChangeRow, useSelectRows } from './bulk-orders.api.ts'
import type { ListOnline } from './use-list-online.ts'

interface Props {
  list: Pick<List, 'id' | 'consignee_id'>
  rows: readonly ListRow[]
  online: ListOnline
  onChoose: (row: ListRow) => void
}

/** Virtualized rows of the list: only those near the viewport are rendered. */
export function BulkOrderTable({ list: { id: bulkOrderId, consignee_id }, rows, online, onChoose }: Props) {
  const narrow = useIsNarrow()
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const { points, usual } = useDestination()
  const place = points.find((point) => point.id === consignee_id) ?? usual
  const changeRow = useChangeRow(bulkOrderId)
  const latest = useRef(changeRow)
  useLayoutEffect(() => {
    latest.current = changeRow
  })
  // Stable identity, so that a row renders only when it changes.
  const change = useCallback<typeof changeRow>((...given) => latest.current(...given), [])
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY)
  }, [rows.length])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (narrow ? 236 : 69),
    getItemKey: (index) => rows[index]?.position ?? index,
    overscan: 6,
    scrollMargin: top,
    // Renders in a separate task instead of the scroll handler, so that neither blocks the page for long.
    useFlushSync: false,
  })
  return (
    <Panel flush>
      <ForAll bulkOrderId={bulkOrderId} rows={rows} points={points} />
      <div
        aria-hidden="true"
        className={`${LIST_GRID} h-[34px] items-center! bg-raised text-xs text-text-2 max-lg:hidden`}
      >
        <span />
        <span>Строка</span>
        <span>Вы просили</span>
        <span>Нашли</span>
        <span>Склад и срок</span>
        <span>Куда и пометка</span>
        <span>Кол-во</span>
        <span className="text-right">Цена и сумма, ₽</span>
        <span />
      </div>
      {rows.length === 0 && <EmptyState title="Таких строк нет" text="Выберите другой отбор." />}
      <ul ref={list} aria-label="Строки списка" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0 border-t border-hairline"
                style={{ transform: `translateY(${item.start - top}px)` }}
              >
                <ListTableRow
                  row={row}
                  online={online.get(row.position)}
                  points={points}
                  usual={place?.name}
                  onChange={change}
                  onChoose={onChoose}
                />
              </li>
            )
          )
        })}
      </ul>
    </Panel>
  )
}

interface ForAllProps {
  bulkOrderId: number
  rows: readonly ListRow[]
  points: readonly ConsigneeOption[]
}

/** Actions for all displayed rows, or for the selected ones. */
function ForAll({ bulkOrderId, rows, points }: ForAllProps) {
  const select = useSelectRows(bulkOrderId)
  const possible = rows.filter((row) => row.choices.length > 0 && !row.in_cart)
  const selected = possible.filter((row) => row.selected)
  const positions = (of: readonly ListRow[]) => of.map((row) => row.position)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline px-3 py-2">
      <Checkbox
        label={`Выбрать все показанные (${selected.length} из ${possible.length})`}
        checked={selected.length > 0 && selected.length === possible.length}
        indeterminate={selected.length > 0 && selected.length < possible.length}
        disabled={possible.length === 0}
        onCheckedChange={(on) => select.mutate({ positions: positions(possible), selected: on })}
      />
      {points.length > 1 && (
        <div className="flex items-center gap-2 text-sm text-text-2 max-lg:w-full">
          <span aria-hidden="true" className="whitespace-nowrap">
            Куда для выбранных
          </span>
          <div className="w-48 max-lg:flex-1">
            <RowSelect
              label="Куда для выбранных строк"
              placeholder="Выберите точку"
              disabled={selected.length === 0}
              items={points.map(({ id, name }) => ({ value: id, label: name }))}
              value={null}
              onValueChange={(id) => id !== null && select.mutate({ positions: positions(selected), consignee_id: id })}
            />
          </div>
        </div>
      )}
    </div>
  )
}
