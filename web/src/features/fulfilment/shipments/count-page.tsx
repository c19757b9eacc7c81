import { CLAIM_KINDS } from '@artikul/contract/fulfilment/claim-states'
import { shipmentRoutes, type Shipment } from '@artikul/contract/fulfilment/shipments'
import { counted } from '@artikul/contract/core/plural'
import { IconCheck } from '@tabler/icons-react'
import { noop } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { messageOf } from '../../../lib/api/api-error.ts'
import { day } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CountScan } from '../../../ui/files/count-scan.tsx'
import { FormError } from '../../../ui/fields/form.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { CountDifference } from './count-difference.tsx'
import { CountLine } from './count-line.tsx'
import { countedOf } from './count-draft.ts'
import { useCount, type Counting } from './use-count.ts'
import { SHIPMENT_KEYS } from './shipments.api.ts'

/** Counting of an opened parcel, primarily on a phone: by hand, with a scanner or with the camera. */
export default function CountPage({ shipment }: { shipment: Shipment }) {
  const { lines, number } = shipment
  const counting = useCount(lines)
  const done = lines.filter((line) => countedOf(counting.counts, line).qty !== null).length
  return (
    <div className="mx-auto w-full max-w-2xl pb-36">
      <PageHeader
        crumbs={[
          { label: 'Отгрузки', to: '/orders', search: { tab: 'shipments' } },
          { label: `№ ${number}`, to: `/shipments/${shipment.id}` },
          { label: 'Приёмка' },
        ]}
        title={`Приёмка № ${number}`}
        subtitle={`от ${day(shipment.shipped_on)}, ${shipment.consignee}`}
      />
      <div className="flex flex-col gap-4">
        <CountScan scan={counting.scan} said={counting.said} />
        <p className="text-sm text-text-2">
          Сосчитано {done} из {counted(lines.length, 'строки', 'строк', 'строк')}. Несосчитанное примется как в
          документе.
        </p>
        <ul aria-label="Строки отгрузки" className="flex flex-col gap-3">
          {lines.map((line) => (
            <CountLine key={line.id} line={line} counting={counting} />
          ))}
        </ul>
        {counting.found.map((found) => (
          <CountDifference key={found.kind} found={found} counting={counting} />
        ))}
      </div>
      <CountEnd shipment={shipment} counting={counting} />
    </div>
  )
}

/** Receives everything in one press, or receives the parcel with its differences. */
function CountEnd({ shipment, counting }: { shipment: Shipment; counting: Counting }) {
  const navigate = useNavigate()
  const accept = useApiMutation(shipmentRoutes.accept, { invalidates: SHIPMENT_KEYS })
  const differ = useApiMutation(claimRoutes.reportDiscrepancy, { invalidates: [...SHIPMENT_KEYS, 'claims'] })
  const error = accept.error ?? differ.error
  const leave = (to: '/shipments/$id' | '/claims/$id', id: number) =>
    void navigate({ to, params: { id: String(id) }, search: {} })
  // Awaited as promises: a received shipment is no longer counted, so the form unmounts. Errors appear above the
  // button.
  const acceptAll = () =>
    accept.mutateAsync({ params: { id: shipment.id } }).then(() => {
      toast({ severity: 'success', summary: `Отгрузка № ${shipment.number} принята` })
      leave('/shipments/$id', shipment.id)
    }, noop)
  const send = async () => {
    const body = counting.checked()
    if (!body) return
    await differ.mutateAsync({ params: { id: shipment.id }, body }).then(({ claims }) => {
      const numbers = claims.map((claim) => claim.number).join(', ')
      toast({ severity: 'success', summary: 'Отгрузка принята с расхождениями', detail: `Обращения: ${numbers}` })
      const [only] = claims
      if (only && claims.length === 1) leave('/claims/$id', only.id)
      else leave('/shipments/$id', shipment.id)
    }, noop)
  }
  const isRight = counting.found.length === 0
  const busy = accept.isPending || differ.isPending
  return (
    <div className="fixed inset-x-0 bottom-[var(--foot)] z-10 border-t border-hairline bg-surface px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="mx-auto flex max-w-2xl flex-col gap-2">
        {counting.unproved.length > 0 && (
          <FormError
            text={`Нужно фото: ${counting.unproved.map((kind) => CLAIM_KINDS[kind].toLowerCase()).join(', ')}`}
          />
        )}
        {error && <FormError text={messageOf(error)} />}
        <Button
          look="primary"
          className="h-12! w-full text-base!"
          icon={<IconCheck size={20} />}
          busy={busy}
          disabled={busy || counting.isSending}
          onClick={() => void (isRight ? acceptAll() : send())}
        >
          {isRight ? 'Всё верно' : 'Принять с расхождениями'}
        </Button>
      </div>
    </div>
  )
}
