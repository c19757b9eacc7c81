import { shipmentRoutes, type Shipment } from '@artikul/contract/fulfilment/shipments'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { day, moment } from '../../../lib/text/format.ts'
import { useTitle } from '../../../lib/page/head.ts'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { query } from '../../../lib/api/query.ts'
import { ShipmentActions } from './shipment-actions.tsx'
import { ShipmentLines } from './shipment-lines.tsx'
import { ShipmentStateTag } from './shipment-state.tsx'

const CountPage = lazy(() => import('./count-page.tsx'))

const route = getRouteApi('/shipments/$id')
const CRUMB = { label: 'Отгрузки', to: '/orders', search: { tab: 'shipments' } }

export default function ShipmentPage() {
  const { id } = route.useParams()
  const { count } = route.useSearch()
  const { data, error, refetch } = useQuery(query(shipmentRoutes.get, { params: { id } }))
  if (data && count && data.can.accept)
    return (
      <Suspense fallback={<Spinner />}>
        <CountPage key={data.id} shipment={data} />
      </Suspense>
    )
  if (data) return <Loaded shipment={data} />
  return (
    <>
      <PageHeader title="Отгрузка" crumbs={[CRUMB, { label: 'Отгрузка' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

function Loaded({ shipment }: { shipment: Shipment }) {
  useTitle(`Отгрузка № ${shipment.number}`)
  return (
    <>
      <PageHeader
        crumbs={[CRUMB, { label: `№ ${shipment.number}` }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            Отгрузка № {shipment.number} <ShipmentStateTag state={shipment.state} />
          </span>
        }
        subtitle={`от ${day(shipment.shipped_on)}, оформил: ${shipment.made_by}`}
        actions={<ShipmentActions shipment={shipment} />}
      />
      <div className="flex flex-col gap-4">
        <Notices shipment={shipment} />
        <div className="grid gap-4 md:grid-cols-2">
          <Panel title="Покупатель и доставка">
            <DefinitionList
              items={[
                ['Продавец', shipment.seller],
                ['Покупатель', shipment.contractor],
                ['Договор', shipment.contract],
                ['Грузополучатель', shipment.consignee],
                ['Адрес', shipment.consignee_address],
                ['Доставка', shipment.delivery_run],
              ]}
            />
          </Panel>
          <Panel title="Итоги">
            <DefinitionList
              items={[
                ['Строк', String(shipment.lines.length)],
                ['Сумма с НДС', <Money key="total" kop={shipment.total_kop} className="font-semibold" />],
                ['В том числе НДС', shipment.vat_kop !== 0 && <Money key="vat" kop={shipment.vat_kop} />],
                ['Оплатить до', !shipment.cancelled && day(shipment.due_on)],
                ['Получена', shipment.received && `${day(shipment.received.on)}, ${shipment.received.by}`],
              ]}
            />
          </Panel>
        </div>
        <ShipmentLines shipment={shipment} />
      </div>
    </>
  )
}

function Notices({ shipment }: { shipment: Shipment }) {
  const { cancelled, accept_until: until, can, is_copy: isCopy, despite_reason: despite } = shipment
  return (
    <>
      {cancelled && (
        <Notice tone="warn">
          Отгрузка отменена {moment(cancelled.at)}, {cancelled.by}: {cancelled.reason}. Номер остался за ней, товар
          вернулся в заказы.
        </Notice>
      )}
      {can.accept && (
        <Notice>
          Проверьте товар и нажмите «Всё верно» или пересчитайте его: расхождения станут обращением. Если до{' '}
          {day(until)} возражений не будет, портал примет отгрузку сам.
        </Notice>
      )}
      {isCopy && <Notice>Копия для ознакомления: документ оформлен в 1С.</Notice>}
      {despite && <Notice tone="warn">Отгружено вопреки остановке: {despite}</Notice>}
    </>
  )
}
