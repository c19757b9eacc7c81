import { useQuery } from '@tanstack/react-query'
import { IconCar } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { prefetchQuick } from '../../../lib/api/query-client.ts'
import { chooseVehicle, useChosenVehicle, type ChosenVehicle } from '../../../lib/page/chosen-vehicle.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { vehicleChoicesQuery } from './vehicles.api.ts'

/** Item that leads to the garage, for companies with more vehicles than a select can offer. */
const MORE = 0

/** Prefetches the choice, so that it appears with the page. */
export const readVehicleChoice = () => prefetchQuick(vehicleChoicesQuery)

/** Vehicles to choose from, with the chosen one under its current name; a deleted one is dropped. */
function useVehicleChoices() {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const chosen = useChosenVehicle()
  const { data } = useQuery({ ...vehicleChoicesQuery, enabled: isClient })
  const vehicles: readonly ChosenVehicle[] = (isClient && data?.results) || []
  const hasMore = (data?.pagination.total_count ?? 0) > vehicles.length
  const known = vehicles.find(({ id }) => id === chosen?.id)
  const isGone = data !== undefined && !hasMore && chosen !== null && !known
  const newName = known && known.name !== chosen?.name ? known.name : null
  useEffect(() => {
    if (isGone) chooseVehicle(null)
    else if (newName !== null && chosen) chooseVehicle({ id: chosen.id, name: newName })
  }, [isGone, newName, chosen])
  return { chosen, hasMore, vehicles: chosen && !known ? [chosen, ...vehicles] : vehicles }
}

/** «Для машины»: the vehicle whose name becomes the note of newly added cart lines. */
export function VehicleChoice() {
  const navigate = useNavigate()
  const { chosen, vehicles, hasMore } = useVehicleChoices()
  if (vehicles.length === 0) return null
  const items = vehicles.map(({ id, name }) => ({ value: id, label: name }))
  const choose = (id: number | null) => {
    if (id === MORE) return void navigate({ to: '/garage' })
    const vehicle = vehicles.find((one) => one.id === id)
    chooseVehicle(vehicle ? { id: vehicle.id, name: vehicle.name } : null)
  }
  return (
    <div className="flex min-h-9 min-w-0 items-center gap-1.5">
      <IconCar size={16} aria-hidden="true" className="shrink-0" />
      <span aria-hidden="true" className="whitespace-nowrap max-sm:hidden">
        Для машины:
      </span>
      <div className="max-w-[min(36vw,20rem)] min-w-0 font-medium [&>select]:field-sizing-content [&>select]:w-auto [&>select]:max-w-full">
        <RowSelect
          label="Для машины: её название станет пометкой новых строк корзины"
          placeholder="машина не выбрана"
          items={hasMore ? [...items, { value: MORE, label: 'Другая, из гаража…' }] : items}
          value={chosen?.id ?? null}
          onValueChange={choose}
        />
      </div>
    </div>
  )
}
