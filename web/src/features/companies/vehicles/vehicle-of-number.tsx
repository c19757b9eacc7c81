import type { VehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import { VEHICLE_NUMBER_LABELS } from '@artikul/contract/companies/vehicle-numbers'
import type { Vehicle } from '@artikul/contract/companies/vehicles'
import { useQuery } from '@tanstack/react-query'
import { IconCar, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/session/current-session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { VehicleCatalogLink } from '../../../ui/vehicle-catalog-link.tsx'
import { ChooseVehicleButton } from './choose-button.tsx'
import { PartsRequestLink } from './parts-request-link.tsx'
import { PURCHASE_COLUMNS } from './vehicle-purchases.tsx'
import { modelText, numbersOf, numberText } from './vehicle-words.ts'
import { vehicleByNumberQuery, vehiclePurchasesQuery } from './vehicles.api.ts'

/** Most purchases in the search; the rest are on the vehicle's page. */
const SHOWN = 10

interface Props {
  number: VehicleNumber
  /** True when the text also found goods: then an unknown vehicle is not mentioned. */
  hasGoods: boolean
}

/** Searched number of a vehicle: the vehicle of the company, or what to do with an unknown one. */
export default function VehicleOfNumber({ number, hasGoods }: Props) {
  const { data, error, refetch } = useQuery(vehicleByNumberQuery(number.number))
  if (data?.vehicle) return <Known vehicle={data.vehicle} />
  if (hasGoods) return null
  if (data) return <Unknown number={number} />
  return (
    <Panel flush>
      <QueryFallback error={error} onRetry={refetch} rows={6} />
    </Panel>
  )
}

function Known({ vehicle }: { vehicle: Vehicle }) {
  const id = String(vehicle.id)
  const { data, error, refetch } = useQuery(vehiclePurchasesQuery(id))
  const total = data?.pagination.total_count ?? 0
  return (
    <Panel
      flush
      title={
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <IconCar size={18} aria-hidden="true" />
          <Link to="/garage/$id" params={{ id }} className="quiet-link">
            {vehicle.name}
          </Link>
        </span>
      }
      actions={
        <div className="flex flex-wrap gap-2">
          <ChooseVehicleButton vehicle={vehicle} />
          <VehicleCatalogLink number={vehicle.vin ?? vehicle.frame_number ?? vehicle.plate} />
          <PartsRequestLink vehicle={vehicle} />
        </div>
      }
    >
      <p className="flex flex-wrap gap-x-4 border-b border-hairline px-4 py-2 text-sm text-text-2">
        {modelText(vehicle) && <span>{modelText(vehicle)}</span>}
        {numbersOf(vehicle).map(({ kind, label, text }) => (
          <span key={kind} className="min-w-0 wrap-anywhere [&_.article]:whitespace-normal">
            {label} <Article>{text}</Article>
          </span>
        ))}
      </p>
      {data ? (
        <>
          {total === 0 ? (
            <p className="px-4 py-3 text-sm text-text-2">Для неё ещё ничего не заказано.</p>
          ) : (
            <DataTable
              label="Что заказано для машины"
              columns={PURCHASE_COLUMNS}
              rows={data.results.slice(0, SHOWN)}
              rowId={({ line_id }) => String(line_id)}
            />
          )}
          <p className="px-4 py-2 text-sm">
            <Link to="/garage/$id" params={{ id }} className="underline underline-offset-2">
              {total > SHOWN ? `В гараже: все заказанные детали, ${total}` : 'Открыть в гараже'}
            </Link>
          </p>
        </>
      ) : (
        <QueryFallback error={error} onRetry={refetch} rows={4} />
      )}
    </Panel>
  )
}

const NO_NUMBERS = { vin: null, frame_number: null, plate: null, make: '', model: '', year: null }

function Unknown({ number: { kind, number } }: { number: VehicleNumber }) {
  const mayChange = useMay('place_orders')
  return (
    <Panel flush>
      <EmptyState
        icon={<IconCar size={32} stroke={1.5} />}
        title="Такой машины в гараже нет"
        text={
          <>
            {VEHICLE_NUMBER_LABELS[kind]} <Article>{numberText(kind, number)}</Article>. Спросите у менеджера детали для
            этой машины{mayChange && ' или добавьте её в гараж, чтобы видеть, что для неё заказывали'}.
          </>
        }
        action={
          <>
            <PartsRequestLink
              vehicle={{ ...NO_NUMBERS, [kind]: number }}
              className={buttonClass({ look: 'primary' })}
            />
            <VehicleCatalogLink number={number} />
            {mayChange && (
              <Link to="/garage" search={{ add: number }} className={buttonClass()}>
                <IconPlus size={16} aria-hidden="true" />
                Добавить в гараж
              </Link>
            )}
          </>
        }
      />
    </Panel>
  )
}
