import { goodsReceiptRoutes, type Receipt } from '@artikul/contract/purchasing/goods-receipts'
import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { IconCheck } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { CountScan, type ScanMessage } from '../../../ui/files/count-scan.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useScan, RECEIPT_KEYS } from './goods-receipts.api.ts'
import { CountedLine } from './receipt-line.tsx'

const PostDialog = lazyWindow(() => import('./post-dialog.tsx'))

/** Counting of a delivery, primarily on a phone; the server stores every press. */
export function ReceiptCount({ receipt }: { receipt: Receipt }) {
  const [scanMessage, setScanMessage] = useState<ScanMessage | null>(null)
  const scan = useScan(receipt)
  const waiting = useRef(0)
  // Awaited as a promise: mutation callbacks would report only the last of several scans.
  const take = (code: string) => {
    waiting.current += 1
    void scan
      .mutateAsync(code)
      .finally(() => (waiting.current -= 1))
      .then(
        ({ brand, article, counted_qty: came, qty }) =>
          setScanMessage({
            text: `${brand} ${article}: ${formatQty(came)} ${qty > 0 ? `из ${formatQty(qty)}` : '(нет в документе)'}`,
            isUnknown: false,
          }),
        (error: unknown) => {
          setScanMessage({ text: messageOf(error), isUnknown: true })
          // The next scan replaces the message, so a toast preserves the error.
          if (waiting.current > 0)
            toast({ severity: 'error', summary: `Не учтено: ${code.trim()}`, detail: messageOf(error) })
        },
      )
  }
  return (
    <div className="mx-auto w-full max-w-2xl pb-40">
      <div className="flex flex-col gap-4">
        <CountScan scan={take} said={scanMessage} />
        {receipt.lines.length === 0 ? (
          <EmptyState
            title="Строк ещё нет"
            text="Загрузите УПД файлом, добавьте строки вручную или сканируйте товар: ожидаемое найдётся само."
          />
        ) : (
          <>
            <p className="text-sm text-text-2">
              Сосчитано {receipt.counted_count} из {counted(receipt.lines.length, 'строки', 'строк', 'строк')}. Всё
              записано: страницу можно закрыть.
            </p>
            <ul aria-label="Строки приёмки" className="flex flex-col gap-3">
              {receipt.lines.map((line) => (
                <CountedLine key={line.id} receipt={receipt} line={line} />
              ))}
            </ul>
          </>
        )}
      </div>
      <CountEnd receipt={receipt} />
    </div>
  )
}

function CountEnd({ receipt }: { receipt: Receipt }) {
  const [isPosting, setIsPosting] = useState(false)
  const all = useApiMutation(goodsReceiptRoutes.countAll, {
    invalidates: RECEIPT_KEYS,
    onError: toastRefusal('Не записано'),
  })
  const left = receipt.lines.length - receipt.counted_count
  return (
    <div className="fixed inset-x-0 bottom-[var(--foot)] z-10 border-t border-hairline bg-surface px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="mx-auto flex max-w-2xl gap-2">
        {left > 0 && (
          <Button
            className="h-12! flex-1"
            busy={all.isPending}
            disabled={all.isPending}
            onClick={() => all.mutate({ params: { id: receipt.id } })}
          >
            Всё по документу
          </Button>
        )}
        <Button
          look="primary"
          className="h-12! flex-1 text-base!"
          icon={<IconCheck size={20} />}
          disabled={left > 0 || receipt.lines.length === 0}
          onClick={() => setIsPosting(true)}
        >
          Принять
        </Button>
      </div>
      <Suspense>{isPosting && <PostDialog receipt={receipt} onClose={() => setIsPosting(false)} />}</Suspense>
    </div>
  )
}
