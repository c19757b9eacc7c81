import {
  SHORTAGE_CHOICES,
  goodsReceiptRoutes,
  type Receipt,
  type ShortageChoice,
} from '@artikul/contract/purchasing/goods-receipts'
import { counted } from '@artikul/contract/core/plural'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { missingQty } from './receipt-words.tsx'
import { RECEIPT_KEYS, useRefreshOrders } from './goods-receipts.api.ts'

const CHOICES = Object.entries(SHORTAGE_CHOICES).map(([value, label]) => ({ value: value as ShortageChoice, label }))

/** «Принять»: posts the receipt with a decision on missing and unexpected goods. */
export default function PostDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const [shortage, setShortage] = useState<ShortageChoice>('expected')
  const [warehouse, setWarehouse] = useState<number | null>(null)
  const post = useApiMutation(goodsReceiptRoutes.post, { invalidates: RECEIPT_KEYS, onSuccess: useRefreshOrders() })
  const short = receipt.lines.filter((line) => missingQty(line) > 0)
  const surplus = receipt.lines.filter((line) => line.surplus_qty > 0)
  const aside = surplus.filter((line) => !line.is_known || (line.price_kop ?? 0) === 0)
  const orders = new Set(receipt.lines.flatMap(({ parts }) => parts.flatMap(({ order }) => order?.id ?? [])))
  const send = () =>
    void post
      .mutateAsync({
        params: { id: receipt.id },
        body: { version: receipt.version, shortage, surplus_warehouse_id: warehouse },
      })
      .then(
        () => {
          toast({ severity: 'success', summary: `УПД № ${receipt.number} принят` })
          onClose()
        },
        () => undefined, // the refusal stands in the window
      )
  return (
    <Dialog
      title={`Принять УПД № ${receipt.number}?`}
      description={
        orders.size > 0
          ? `Товар придёт на склад для ${counted(orders.size, 'заказа', 'заказов', 'заказов')}, покупатели увидят это сразу.`
          : 'Ни один заказ этого товара не ждёт.'
      }
      width="sm"
      open
      isDirty={false}
      onClose={onClose}
      actions={
        <>
          <DialogClose />
          <Button look="primary" busy={post.isPending} disabled={post.isPending} onClick={send}>
            Принять
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        {short.length > 0 && (
          <Select
            label={`Недостача: ${counted(short.length, 'строка', 'строки', 'строк')}`}
            hint="«Поставщик не привезёт» — покупатели увидят отказ"
            items={CHOICES}
            value={shortage}
            onValueChange={(choice) => setShortage(choice ?? 'expected')}
          />
        )}
        {surplus.length > 0 && (
          <Select
            label={`Без заказа: ${counted(surplus.length, 'строка', 'строки', 'строк')}`}
            placeholder="Отложить, вернуть поставщику"
            items={receipt.warehouses.map(({ id, name }) => ({ value: id, label: `На склад «${name}»` }))}
            value={warehouse}
            onValueChange={setWarehouse}
          />
        )}
        {warehouse !== null && aside.length > 0 && (
          <Notice tone="warn">
            Отложим, а не положим на склад: {aside.map(({ brand, article }) => `${brand} ${article}`).join(', ')}.
            Товара нет в каталоге, или в УПД нет цены.
          </Notice>
        )}
        {post.error && <FormError text={messageOf(post.error)} />}
      </div>
    </Dialog>
  )
}
