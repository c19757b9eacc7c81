import { stockPurchaseRoutes } from '@artikul/contract/purchasing/stock-purchases'
import type { SupplierOrderDetails, SupplierOrderLine } from '@artikul/contract/purchasing/supplier-orders'
import { formatMoney } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { QtyStepper } from '../../../ui/fields/qty-stepper.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toastDone, toastRefusal } from '../../../ui/hints/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { clientOf, goodsOf, priceOf } from './line-columns.tsx'
import { SUPPLIER_ORDER_KEYS } from './supplier-orders.api.ts'

const KEYS = [...SUPPLIER_ORDER_KEYS, 'purchase-proposals'] as const

/** «Отправить» and «Удалить черновик». */
export function DraftActs({ order, onGone }: { order: SupplierOrderDetails; onGone: () => void }) {
  const { id, version, number } = order
  const request = { params: { id }, body: { version } }
  const send = useApiMutation(stockPurchaseRoutes.sendDraft, {
    invalidates: KEYS,
    onSuccess: toastDone('Заказ уходит поставщику', number),
    onError: toastRefusal('Заказ не отправлен'),
  })
  const discard = useApiMutation(stockPurchaseRoutes.deleteDraft, {
    invalidates: KEYS,
    onSuccess: onGone,
    onError: toastRefusal('Черновик не удалён'),
  })
  const isBusy = send.isPending || discard.isPending
  const remove = async () => {
    if (await confirm({ title: 'Удалить черновик?', text: `Заказ ${number}`, dangerous: true })) discard.mutate(request)
  }
  return (
    <>
      <Button icon={<IconTrash size={16} />} disabled={isBusy} onClick={() => void remove()}>
        Удалить черновик
      </Button>
      <Button
        look="primary"
        icon={<IconSend size={16} />}
        busy={send.isPending}
        disabled={isBusy}
        onClick={() => send.mutate(request)}
      >
        Отправить
      </Button>
    </>
  )
}

/** Warns that the draft is below the smallest order of the supplier. */
export const ShortNotice = ({ order: { min_order_kop, total_kop } }: { order: SupplierOrderDetails }) =>
  total_kop < min_order_kop && (
    <Notice tone="warn">
      Наименьший заказ поставщика {formatMoney(min_order_kop)} ₽: не хватает {formatMoney(min_order_kop - total_kop)} ₽.
    </Notice>
  )

/** Lines of a draft, whose quantities are changed in place. */
export function DraftLines({ order }: { order: SupplierOrderDetails }) {
  const { id, version, lines } = order
  const { mutate, isPending } = useApiMutation(stockPurchaseRoutes.changeDraft, {
    invalidates: KEYS,
    onError: toastRefusal('Количество не изменено'),
  })
  const columns = useMemo(
    () =>
      columnsFor({
        isBusy: isPending,
        isLast: lines.length === 1,
        put: (line, qty) => mutate({ params: { id }, body: { version, lines: [{ line_id: line.id, qty }] } }),
      }),
    [id, version, isPending, lines.length, mutate],
  )
  return (
    <Panel flush title={counted(lines.length, 'строка', 'строки', 'строк')}>
      <DataTable label="Строки черновика" columns={columns} rows={lines} rowId={(line) => String(line.id)} />
    </Panel>
  )
}

interface Acts {
  isBusy: boolean
  isLast: boolean
  put: (line: SupplierOrderLine, qty: number) => void
}

const columnsFor = ({ isBusy, isLast, put }: Acts): readonly Column<SupplierOrderLine>[] => [
  goodsOf,
  clientOf,
  priceOf,
  {
    id: 'qty',
    header: 'Кол-во',
    numeric: true,
    cell: (line) => (
      <QtyStepper
        label={`Количество: ${line.brand} ${line.article}`}
        value={line.qty}
        disabled={isBusy}
        onValueChange={(qty) => put(line, qty)}
      />
    ),
  },
  {
    id: 'sum',
    header: 'Сумма',
    numeric: true,
    cell: ({ qty, purchase_kop }) => <Money kop={Math.round(qty * purchase_kop)} />,
  },
  {
    id: 'act',
    header: 'Действие',
    numeric: true,
    cell: (line) => (
      <IconButton
        size="row"
        label={`Убрать строку: ${line.brand} ${line.article}`}
        icon={<IconTrash size={16} />}
        disabled={isBusy || isLast}
        onClick={() => put(line, 0)}
      />
    ),
  },
]
