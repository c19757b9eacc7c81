import type { CatalogVehicle } from '@artikul/contract/catalog/vehicle-catalog'
import { useQuery } from '@tanstack/react-query'
import { IconCarOff, IconPlugConnectedX, IconMessageQuestion } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { vehicleCatalogQuery } from '../../../lib/queries/vehicle-catalog-query.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { catalogVehiclesQuery } from './vehicle-catalog.api.ts'
import { VehicleParts } from './vehicle-parts.tsx'
import { plateText, recogniseVehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import { useHasRole } from '../../../lib/session/current-session.ts'

/** Link to a quote request about the vehicle, for clients: the way that always works. */
function RequestLink({ number, car }: { number: string; car?: string | undefined }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  if (!isClient) return null
  const known = recogniseVehicleNumber(number)
  const search =
    known?.kind === 'plate'
      ? { car: [car, `госномер ${plateText(known.number)}`].filter(Boolean).join(', ') }
      : { vin: (known?.number ?? number) || undefined, car }
  return (
    <Link to="/requests/new" search={search} className={buttonClass()}>
      <IconMessageQuestion size={16} aria-hidden="true" />
      Запросить у менеджера
    </Link>
  )
}

const route = getRouteApi('/vehicle-catalog')

/** «Детали по VIN»: groups, units and diagrams of a vehicle, from an outside catalogue. */
export default function VehicleCatalogPage() {
  const { number = '' } = route.useSearch()
  const { data, error, refetch } = useQuery(vehicleCatalogQuery)
  return (
    <>
      <PageHeader
        title={<>Детали по VIN {number !== '' && <Article>{number}</Article>}</>}
        actions={<RequestLink number={number} />}
      />
      {data?.is_on && number !== '' ? (
        <Vehicles number={number} />
      ) : (
        <Panel flush>
          {data ? (
            <EmptyState
              icon={<IconPlugConnectedX size={32} stroke={1.5} />}
              title={data.is_on ? 'Введите номер машины в поиск' : 'Каталог деталей по VIN не подключён'}
              text={
                data.is_on
                  ? 'VIN, номер кузова или госномер: поиск над страницей узнает их сам.'
                  : 'Менеджер подберёт детали по VIN и пришлёт цены.'
              }
            />
          ) : (
            <QueryFallback error={error} onRetry={refetch} rows={6} />
          )}
        </Panel>
      )}
    </>
  )
}

function Vehicles({ number }: { number: string }) {
  const { vehicle: chosenId } = route.useSearch()
  const { data, error, refetch } = useQuery(catalogVehiclesQuery(number))
  const vehicles = data?.results ?? []
  const chosen = vehicles.length === 1 ? vehicles[0] : vehicles.find(({ vehicle_id: id }) => id === chosenId)
  if (chosen) return <VehicleParts vehicle={chosen} canChooseAnother={vehicles.length > 1} />
  if (vehicles.length > 1) return <ModificationChoice vehicles={vehicles} />
  return (
    <Panel flush>
      {data ? (
        <EmptyState
          icon={<IconCarOff size={32} stroke={1.5} />}
          title="Каталог не знает этого номера"
          text="Проверьте номер по документам. Менеджер подберёт детали и без каталога."
        />
      ) : (
        <QueryFallback error={error} onRetry={refetch} rows={6} />
      )}
    </Panel>
  )
}

/** Modifications of one VIN: the buyer knows which one it is. */
function ModificationChoice({ vehicles }: { vehicles: readonly CatalogVehicle[] }) {
  return (
    <Panel title="Под этот номер подходят несколько машин: выберите свою" flush>
      <ul className="divide-y divide-hairline">
        {vehicles.map(({ vehicle_id: id, brand, name, attributes }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">
                {brand} {name}
              </p>
              <p className="text-sm break-words text-text-2">
                {attributes.map((one) => `${one.name}: ${one.value}`).join(', ')}
              </p>
            </div>
            <Link
              from="/vehicle-catalog"
              to="/vehicle-catalog"
              search={(all) => ({ number: all.number, vehicle: id })}
              className={buttonClass()}
              aria-label={`Выбрать: ${brand} ${name}`}
            >
              Выбрать
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
