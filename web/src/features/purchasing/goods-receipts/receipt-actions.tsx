import { goodsReceiptRoutes, type Receipt } from '@artikul/contract/purchasing/goods-receipts'
import { IconArrowBackUp, IconPlus, IconUpload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { call } from '../../../lib/api/call.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { RECEIPT_KEYS, useRefreshOrders } from './goods-receipts.api.ts'

const AddLineDialog = lazyWindow(() => import('./add-line-dialog.tsx'))
const LoadDialog = lazyWindow(() => import('./load-dialog.tsx'))

export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const [open, setOpen] = useState<'load' | 'add' | 'cancel' | null>(null)
  const cancel = useApiMutation(goodsReceiptRoutes.cancel, {
    invalidates: RECEIPT_KEYS,
    onSuccess: useRefreshOrders(),
  })
  const { state, number } = receipt
  const close = () => setOpen(null)
  const differs = receipt.lines.some((line) => line.counted_qty !== line.qty || line.surplus_qty > 0)
  return (
    <>
      {state === 'draft' && (
        <>
          <Button icon={<IconUpload size={16} />} onClick={() => setOpen('load')}>
            Загрузить УПД
          </Button>
          <Button icon={<IconPlus size={16} />} onClick={() => setOpen('add')}>
            Строка вручную
          </Button>
        </>
      )}
      {state === 'posted' && differs && (
        <FileButton
          name={`Акт о расхождениях ${number}.pdf`}
          file={() => call(goodsReceiptRoutes.act, { params: { id: receipt.id } })}
        >
          Акт о расхождениях
        </FileButton>
      )}
      {state !== 'cancelled' && (
        <Button icon={<IconArrowBackUp size={16} />} onClick={() => setOpen('cancel')}>
          Отменить приёмку
        </Button>
      )}
      <Suspense>
        {open === 'load' && <LoadDialog receipt={receipt} onClose={close} />}
        {open === 'add' && <AddLineDialog receipt={receipt} onClose={close} />}
      </Suspense>
      {open === 'cancel' && (
        <ReasonDialog
          title={`Отменить приёмку УПД № ${number}?`}
          description={
            state === 'draft'
              ? 'То, что сосчитано, пропадёт. УПД можно будет принять заново.'
              : 'Товар снова будет ожидаться от поставщика. Отказ по недостаче останется отказом.'
          }
          submit="Отменить приёмку"
          dangerous
          send={(reason) => cancel.mutateAsync({ params: { id: receipt.id }, body: { reason } })}
          done={`Приёмка УПД № ${number} отменена`}
          onClose={close}
        />
      )}
    </>
  )
}
