import { shipmentRoutes, type Shipment } from '@artikul/contract/fulfilment/shipments'
import { IconArrowBackUp, IconCheck, IconListCheck, IconTags } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useHasRole, useMay } from '../../../lib/session/current-session.ts'
import { intakeXlsx, intakeXml, packingList, updCopy } from '../../../lib/queries/documents-query.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { SHIPMENT_KEYS } from './shipments.api.ts'

const LabelsDialog = lazyWindow(() => import('./labels-dialog.tsx'))
const CancelDialog = lazyWindow(() => import('./cancel-dialog.tsx'))

export function ShipmentActions({ shipment }: { shipment: Shipment }) {
  const [isCancelling, setIsCancelling] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  const accept = useApiMutation(shipmentRoutes.accept, {
    invalidates: SHIPMENT_KEYS,
    onSuccess: toastDone(`Отгрузка № ${shipment.number} принята`),
    onError: toastRefusal('Отгрузка не принята'),
  })
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const isOrderManager = useHasRole('ArtikulOrderManager')
  const seesPrices = useMay('see_prices')
  const askAndAccept = async () => {
    const isSure = await confirm({
      title: 'Всё получено верно?',
      text: `Отгрузка № ${shipment.number} будет принята целиком.`,
    })
    if (!isSure) return
    accept.mutate({ params: { id: shipment.id } })
  }
  return (
    <>
      <FileButton name={`Ведомость ${shipment.number}.pdf`} file={() => packingList(shipment)}>
        Комплектовочная ведомость
      </FileButton>
      {seesPrices && !shipment.cancelled && (
        <>
          <FileButton name={`УПД ${shipment.number} (копия).pdf`} file={() => updCopy(shipment)}>
            Копия УПД
          </FileButton>
          <FileButton name={`Поступление ${shipment.number}.xlsx`} file={() => intakeXlsx(shipment)}>
            Поступление XLSX
          </FileButton>
          <FileButton name={`Поступление ${shipment.number}.xml`} file={() => intakeXml(shipment)}>
            Для 1С (XML)
          </FileButton>
        </>
      )}
      {isOrderManager && !shipment.cancelled && (
        <Button icon={<IconTags size={16} />} onClick={() => setIsPrinting(true)}>
          Этикетки
        </Button>
      )}
      {shipment.can.accept && (
        <Link
          to="/shipments/$id"
          params={{ id: String(shipment.id) }}
          search={{ count: '1' }}
          className={buttonClass({})}
        >
          <IconListCheck size={16} aria-hidden="true" />
          Пересчитать
        </Link>
      )}
      {isClient && !shipment.cancelled && (
        <Link to="/claims/new" search={{ shipment: shipment.id }} className={buttonClass({})}>
          <IconArrowBackUp size={16} aria-hidden="true" />
          Создать обращение
        </Link>
      )}
      {shipment.can.cancel && (
        <Button look="danger" onClick={() => setIsCancelling(true)}>
          Отменить отгрузку
        </Button>
      )}
      {shipment.can.accept && (
        <Button
          look="primary"
          icon={<IconCheck size={16} />}
          busy={accept.isPending}
          onClick={() => void askAndAccept()}
        >
          Всё верно
        </Button>
      )}
      {isPrinting && (
        <Suspense>
          <LabelsDialog shipment={shipment} onClose={() => setIsPrinting(false)} />
        </Suspense>
      )}
      {isCancelling && (
        <Suspense>
          <CancelDialog shipment={shipment} onClose={() => setIsCancelling(false)} />
        </Suspense>
      )}
    </>
  )
}
