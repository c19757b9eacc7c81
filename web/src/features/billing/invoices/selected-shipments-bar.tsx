import { MAX_INVOICE_SHIPMENTS } from '@artikul/contract/billing/invoice-basis'
import type { PayableShipment } from '@artikul/contract/billing/settlements'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { roubles } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { invoiceErrorText, invoicePreviewQuery, useIssueInvoice } from './invoices.api.ts'

const basisOf = (selected: readonly PayableShipment[]) => ({
  kind: 'shipments' as const,
  contract_id: selected[0]?.contract_id ?? 0,
  shipment_ids: selected.map(({ id }) => id),
})

/** Returns the reason why one invoice cannot pay the shipments; null when it can. */
function obstacleOf(selected: readonly PayableShipment[]): string | null {
  if (new Set(selected.map(({ contract_id: contract }) => contract)).size > 1)
    return 'Отгрузки по разным договорам: выставьте счёт на каждый договор'
  return selected.length > MAX_INVOICE_SHIPMENTS ? `В одном счёте не больше ${MAX_INVOICE_SHIPMENTS} отгрузок` : null
}

export interface SelectedShipmentsProps {
  selected: readonly PayableShipment[]
  onClear: () => void
}

/** «Выбрано 3 отгрузки на 28 339,16 ₽»: one press issues one invoice with its QR code. */
export default function SelectedShipmentsBar({ selected, onClear }: SelectedShipmentsProps) {
  const obstacle = obstacleOf(selected)
  const basis = basisOf(selected)
  const preview = useQuery(invoicePreviewQuery(obstacle === null ? basis : null, null))
  const issue = useIssueInvoice()
  const { data } = preview
  const isCurrent = preview.isSuccess && !preview.isPlaceholderData
  const refusal = obstacle ?? invoiceErrorText(issue.error ?? preview.error)
  return (
    <div
      role="region"
      aria-label="Выбранные отгрузки"
      data-screen-only=""
      className="sticky bottom-[var(--foot)] z-[3] flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline bg-surface px-4 py-3 shadow-lg"
    >
      <p className="text-sm" aria-live="polite">
        Выбрано: {counted(selected.length, 'отгрузка', 'отгрузки', 'отгрузок')}
        {!refusal && isCurrent && data && (
          <>
            {' '}
            на <span className="font-semibold tabular-nums">{roubles(data.total_kop)}</span>
          </>
        )}
        {refusal && <span className="block text-accent">{refusal}</span>}
      </p>
      <div className="flex gap-2">
        <Button onClick={onClear}>Снять выбор</Button>
        <Button
          look="primary"
          busy={issue.isPending}
          disabled={refusal !== null || !isCurrent}
          onClick={() =>
            data &&
            issue.mutate({
              body: { ask: basis, shown: data.lines.map((line) => line.sum_kop), replaces_id: null, draft_id: null },
            })
          }
        >
          Счёт на выбранное
        </Button>
      </div>
    </div>
  )
}
