import { useQuery } from '@tanstack/react-query'
import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import type { CartLine } from '@artikul/contract/ordering/cart'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { useIsNarrow } from '../../../lib/browser/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useRemoveLines, useSelectLines } from './cart.api.ts'
import { CartLineRow, LINE_GRID } from './cart-line-row.tsx'
import { PointSelect } from './checkout/point-select.tsx'
import { groupByPoint, isAvailable, isToOrder, type PointGroup } from './point-groups.ts'
import { PointHead } from './point-head.tsx'

const MoveLinesDialog = lazyWindow(() => import('./take-lines-dialog.tsx'))

const NO_POINTS: readonly ConsigneeOption[] = []

type Row = { head: PointGroup } | { line: CartLine }

/** Rows of the list: lines under the head of their delivery point; the lines alone when there is one point. */
function rowsOf(lines: readonly CartLine[], points: readonly ConsigneeOption[]): Row[] {
  const groups = groupByPoint(lines, points)
  if (groups.length === 1) return lines.map((line) => ({ line }))
  return groups.flatMap((group) => [{ head: group }, ...group.lines.map((line) => ({ line }))])
}

const keyOf = (row: Row) => ('head' in row ? `point ${row.head.consigneeId}` : row.line.id)

export function CartLines({ lines }: { lines: readonly CartLine[] }) {
  const narrow = useIsNarrow()
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const { data } = useQuery(consigneesQuery)
  const points = data?.results ?? NO_POINTS
  const rows = useMemo(() => rowsOf(lines, points), [lines, points])
  const select = useSelectLines()
  const remove = useRemoveLines()
  const [taking, setTaking] = useState(false)
  // A line keeps the focus when it moves out of sight, under the head of another point.
  const [focused, setFocused] = useState<string | null>(null)

  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY)
  }, [lines.length])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => {
      const row = rows[index]
      if (row && 'head' in row) return narrow ? 56 : 37
      return narrow ? 220 : 61
    },
    getItemKey: (index) => {
      const row = rows[index]
      return row ? keyOf(row) : index
    },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      const at = rows.findIndex((row) => String(keyOf(row)) === focused)
      return at === -1 || shown.includes(at) ? shown : [...shown, at].toSorted((a, b) => a - b)
    },
    overscan: 6,
    scrollMargin: top,
  })

  const available = lines.filter(isAvailable)
  const selected = lines.filter(isToOrder)
  const ids = (of: readonly CartLine[]) => of.map((line) => line.id)
  return (
    <Panel flush>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline px-3 py-2">
        <Checkbox
          label={`Выбрать все (${selected.length} из ${lines.length})`}
          checked={selected.length > 0 && selected.length === available.length}
          indeterminate={selected.length > 0 && selected.length < available.length}
          onCheckedChange={(on) => select.mutate({ ids: ids(available), selected: on })}
        />
        <div className="ml-auto flex gap-2 max-lg:ml-0">
          <Button size="sm" disabled={selected.length === 0} onClick={() => setTaking(true)}>
            В другую корзину…
          </Button>
          <Button
            size="sm"
            busy={remove.isPending}
            disabled={selected.length === 0}
            onClick={() => remove.mutate(selected)}
          >
            Убрать выбранные
          </Button>
        </div>
        <div className="flex items-center gap-2 text-sm text-text-2 max-lg:w-full">
          <span aria-hidden="true" className="whitespace-nowrap">
            Куда для выбранных
          </span>
          <div className="w-48 max-lg:flex-1">
            <PointSelect
              label="Куда для выбранных строк"
              placeholder="Выберите точку"
              disabled={selected.length === 0}
              points={points}
              value={null}
              onTake={(id) => id !== null && select.mutate({ ids: ids(selected), consignee_id: id })}
            />
          </div>
        </div>
      </div>
      <div aria-hidden="true" className={`${LINE_GRID} h-[34px] bg-raised text-xs text-text-2 max-lg:hidden`}>
        <span />
        <span>Товар</span>
        <span>Склад и срок</span>
        <span>Куда</span>
        <span>Ваша пометка</span>
        <span>Кол-во</span>
        <span className="text-right">Цена, ₽</span>
        <span className="text-right">Сумма, ₽</span>
      </div>
      <ul
        ref={list}
        aria-label="Строки корзины"
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        onFocus={({ target }) => setFocused(target.closest('li')?.dataset['key'] ?? null)}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                data-key={item.key}
                className="absolute inset-x-0 top-0 border-t border-hairline max-lg:first:border-t-0"
                style={{ transform: `translateY(${item.start - top}px)` }}
              >
                {'head' in row ? (
                  <PointHead
                    group={row.head}
                    onSelect={(on) => select.mutate({ ids: ids(row.head.lines.filter(isAvailable)), selected: on })}
                  />
                ) : (
                  <CartLineRow line={row.line} points={points} />
                )}
              </li>
            )
          )
        })}
      </ul>
      {taking && (
        <Suspense>
          <MoveLinesDialog lineIds={ids(selected)} onClose={() => setTaking(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
