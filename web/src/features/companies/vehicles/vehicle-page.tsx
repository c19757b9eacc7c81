import type { Vehicle } from '@artikul/contract/companies/vehicles'
import { useQuery } from '@tanstack/react-query'
import { IconPencil } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTitle } from '../../../lib/page/head.ts'
import { useMay } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { VehicleCatalogLink } from '../../../ui/vehicle-catalog-link.tsx'
import { ChooseVehicleButton } from './choose-button.tsx'
import { PartsRequestLink } from './parts-request-link.tsx'
import { PURCHASE_COLUMNS } from './vehicle-purchases.tsx'
import { modelText, numbersOf } from './vehicle-words.ts'
import { vehiclePurchasesQuery, vehicleQuery } from './vehicles.api.ts'

const VehicleForm = lazyWindow(() => import('./vehicle-form.tsx'))
const route = getRouteApi('/garage/$id')

export default function VehiclePage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(vehicleQuery(id))
  if (data) return <Loaded vehicle={data} />
  return (
    <>
      <PageHeader title="Машина" crumbs={[{ label: 'Гараж', to: '/garage' }, { label: 'Машина' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

function Loaded({ vehicle }: { vehicle: Vehicle }) {
  useTitle(vehicle.name)
  const navigate = route.useNavigate()
  const mayChange = useMay('place_orders')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageHeader
        title={vehicle.name}
        subtitle={modelText(vehicle)}
        crumbs={[{ label: 'Гараж', to: '/garage' }, { label: vehicle.name }]}
        actions={
          <>
            {!vehicle.is_archived && <ChooseVehicleButton vehicle={vehicle} />}
            <VehicleCatalogLink number={vehicle.vin ?? vehicle.frame_number ?? vehicle.plate} />
            <PartsRequestLink vehicle={vehicle} />
            {mayChange && (
              <Button icon={<IconPencil size={16} />} onClick={() => setOpen(true)}>
                Изменить
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {vehicle.is_archived && <Notice>Машина в архиве.</Notice>}
        <Panel title="О машине">
          <DefinitionList
            items={[
              ...numbersOf(vehicle).map(({ label, text }) => [label, text] as const),
              ['Марка и модель', modelText(vehicle)],
              ['Точка доставки', vehicle.consignee?.name],
              ['Заметки', vehicle.notes && <p className="whitespace-pre-line">{vehicle.notes}</p>],
            ]}
          />
        </Panel>
        <Purchases id={String(vehicle.id)} />
      </div>
      {isOpen && (
        <Suspense>
          <VehicleForm
            vehicle={vehicle}
            onClose={() => setOpen(false)}
            onGone={() => void navigate({ to: '/garage', replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}

function Purchases({ id }: { id: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const purchases = useQuery(vehiclePurchasesQuery(id, search))
  return (
    <PagedPanel
      title="Что заказано для неё"
      label="Что заказано для машины"
      columns={PURCHASE_COLUMNS}
      query={purchases}
      rowId={({ line_id }) => String(line_id)}
      expected={6}
      search={search}
      onChange={(next) => void navigate({ search: (all) => ({ ...all, ...next }), replace: true })}
      empty={
        <EmptyState
          title="Для неё ещё ничего не заказано"
          text="Нажмите «Заказывать для неё» и добавляйте детали в корзину: заказанное появится здесь."
        />
      }
    />
  )
}
