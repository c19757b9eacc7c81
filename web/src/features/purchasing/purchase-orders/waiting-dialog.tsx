import { counted } from '@artikul/contract/core/plural'
import { supplierOrderRoutes, type SupplierOrderLine } from '@artikul/contract/purchasing/supplier-orders'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { receiverText } from '../../../lib/text/receiver.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { pageQuery } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { clientOf, goodsOf, priceOf, quantityText, stateOf } from './line-columns.tsx'
import { SUPPLIER_ORDER_KEYS } from './supplier-orders.api.ts'

interface Props {
  source: { id: number; name: string }
  onClose: () => void
}

const LINES = ['строка', 'строки', 'строк'] as const
const nameOf = (line: SupplierOrderLine) => `${line.brand} ${line.article}, ${receiverText(line)}`

/** Postpones or resumes lines one by one: the first refusal stops the rest. */
async function postponeLines({ lines, isHeld }: { lines: readonly SupplierOrderLine[]; isHeld: boolean }) {
  for (const { id, version } of lines)
    await call(supplierOrderRoutes.postpone, { params: { id }, body: { version, is_held: isHeld } })
}

/** «Строки ждут отправки»: lines of the next order to one supplier, and postponed lines. */
export default function WaitingDialog({ source, onClose }: Props) {
  const [search, setSearch] = useState<{ page: number; page_size: PageSize }>({ page: 1, page_size: savedPageSize() })
  const list = useQuery(
    pageQuery(supplierOrderRoutes.waiting, { query: { supply_route_id: source.id, ...search } }, { staleTime: 0 }),
  )
  const [selected, setSelected] = useState<Record<string, true>>({})
  const { isPending, mutate, error } = useMutation({
    mutationFn: postponeLines,
    onSettled: useInvalidate(...SUPPLIER_ORDER_KEYS),
  })
  const columns = useMemo(
    () => columnsFor({ put: (line, isHeld) => mutate({ lines: [line], isHeld }), isBusy: isPending }),
    [mutate, isPending],
  )
  const chosen = list.data?.results.filter(({ id }) => selected[id]) ?? []
  const [waiting, held] = [
    chosen.filter(({ state }) => state === 'waiting'),
    chosen.filter(({ state }) => state === 'held'),
  ]
  const putAll = (lines: readonly SupplierOrderLine[], isHeld: boolean) =>
    mutate(
      { lines, isHeld },
      {
        onSuccess: () => {
          setSelected({})
          const summary = isHeld ? 'Отложено' : 'Возвращено'
          toast({ severity: 'success', summary, detail: counted(lines.length, ...LINES) })
        },
      },
    )
  return (
    <Dialog
      title="Строки ждут отправки"
      description={source.name}
      width="lg"
      open
      onClose={onClose}
      actions={
        <>
          <DialogClose>Закрыть</DialogClose>
          {held.length > 0 && (
            <Button busy={isPending} disabled={isPending} onClick={() => putAll(held, false)}>
              Вернуть: {held.length}
            </Button>
          )}
          {waiting.length > 0 && (
            <Button look="primary" busy={isPending} disabled={isPending} onClick={() => putAll(waiting, true)}>
              Отложить: {waiting.length}
            </Button>
          )}
        </>
      }
    >
      {error && (
        <div className="mb-3">
          <Notice tone="warn">Строка не изменена: {messageOf(error)}</Notice>
        </div>
      )}
      <PagedTable
        label="Строки ждут отправки"
        columns={columns}
        query={list}
        expected={6}
        rowId={({ id }) => String(id)}
        rowLabel={nameOf}
        selected={selected}
        onSelectedChange={setSelected}
        empty={<EmptyState title="Ничего не ждёт" text="Всё, что заказали клиенты, уже ушло поставщику." />}
      />
      <Pages query={list} search={search} onChange={setSearch} moreThan={search.page_size} />
    </Dialog>
  )
}

interface Acts {
  put: (line: SupplierOrderLine, isHeld: boolean) => void
  isBusy: boolean
}

const columnsFor = ({ put, isBusy }: Acts): readonly Column<SupplierOrderLine>[] => [
  goodsOf,
  clientOf,
  quantityText,
  priceOf,
  stateOf,
  {
    id: 'act',
    header: 'Действие',
    numeric: true,
    cell: (line) => {
      const isHeld = line.state === 'held'
      const act = isHeld ? 'Вернуть' : 'Отложить'
      return (
        <Button size="sm" disabled={isBusy} aria-label={`${act}: ${nameOf(line)}`} onClick={() => put(line, !isHeld)}>
          {act}
        </Button>
      )
    },
  },
]
