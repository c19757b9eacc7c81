import { useQuery } from '@tanstack/react-query'
import type { CartLine } from '@artikul/contract/ordering/cart'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { useIsNarrow } from '../../../lib/browser/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useRemoveLines, useSelectLines } from './cart.api.ts'
import { CartLineRow, LINE_GRID } from './cart-line-row.tsx'
import { PointSelect } from './checkout/point-select.tsx'

const MoveLinesDialog = lazyWindow(() => import('./take-lines-dialog.tsx'))

export function CartLines({ lines }: { lines: readonly CartLine[] }) {
  const narrow = useIsNarrow()
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const { data } = useQuery(consigneesQuery)
  const points = data?.results ?? []
  const select = useSelectLines()
  const remove = useRemoveLines()
  const [taking, setTaking] = useState(false)

  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY)
  }, [lines.length])
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => (narrow ? 220 : 61),
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
  })

  const available = lines.filter((line) => line.offer !== null)
  const selected = available.filter((line) => line.selected)
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
      <ul ref={list} aria-label="Строки корзины" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index]
          return (
            line && (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0 border-t border-hairline max-lg:first:border-t-0"
                style={{ transform: `translateY(${item.start - top}px)` }}
              >
                <CartLineRow line={line} points={points} />
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
