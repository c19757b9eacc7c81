import type { Vehicle } from '@artikul/contract/companies/vehicles'
import { useQuery } from '@tanstack/react-query'
import { IconCar, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useChosenVehicle } from '../../../lib/page/chosen-vehicle.ts'
import { useMay } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { vehicleColumns } from './vehicle-columns.tsx'
import { vehiclesListQuery, type VehiclesSearch } from './vehicles.api.ts'

const VehicleForm = lazyWindow(() => import('./vehicle-form.tsx'))
const route = getRouteApi('/garage')

/** «Гараж»: vehicles of the company. */
export default function GaragePage() {
  const { add: number, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const vehicles = useQuery(vehiclesListQuery(search))
  const mayChange = useMay('place_orders')
  const chosen = useChosenVehicle()
  const [opened, setOpened] = useState<Vehicle | 'new' | null>(number !== undefined && mayChange ? 'new' : null)
  const change = (next: VehiclesSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  const close = () => {
    setOpened(null)
    if (number !== undefined) void navigate({ search: (all) => ({ ...all, add: undefined }), replace: true })
  }
  const items = vehicles.data?.results ?? []
  return (
    <ListPage
      title="Гараж"
      subtitle="Машины компании: по номеру в поиске видно, что для них заказывали"
      actions={
        mayChange && (
          <Button look="primary" icon={<IconPlus size={16} />} onClick={() => setOpened('new')}>
            Добавить машину
          </Button>
        )
      }
      filters={<GarageFilters search={search} onChange={change} />}
      footer={<Pages query={vehicles} search={search} onChange={change} />}
    >
      <PagedTable
        label="Гараж"
        columns={vehicleColumns({ chosenId: chosen?.id ?? null, onEdit: mayChange ? setOpened : null })}
        query={vehicles}
        rowId={({ id }) => String(id)}
        expected={10}
        empty={<NothingFound search={search} onReset={() => void navigate({ search: {}, replace: true })} />}
      />
      {opened !== null && (
        <Suspense>
          <VehicleForm
            vehicle={opened === 'new' ? null : (items.find(({ id }) => id === opened.id) ?? opened)}
            number={number}
            onClose={close}
          />
        </Suspense>
      )}
    </ListPage>
  )
}

const GarageFilters = ({ search, onChange }: { search: VehiclesSearch; onChange: (next: VehiclesSearch) => void }) => (
  <search className="flex w-full flex-wrap items-end gap-x-4 gap-y-2">
    <FilterField
      className="w-80 max-sm:w-full"
      label="Название, номер, марка или заметка"
      maxLength={100}
      value={search.q}
      onCommit={(q) => onChange({ q })}
    />
    <Checkbox
      className="min-h-9"
      label="Архив"
      checked={search.archived === 'true'}
      onCheckedChange={(isOn) => onChange({ archived: isOn ? 'true' : undefined })}
    />
  </search>
)

function NothingFound({ search, onReset }: { search: VehiclesSearch; onReset: () => void }) {
  if (search.q !== undefined || search.page !== undefined)
    return (
      <EmptyState
        title="Под эти условия машин нет"
        text="Измените слова поиска."
        action={<Button onClick={onReset}>Сбросить</Button>}
      />
    )
  if (search.archived) return <EmptyState title="В архиве пусто" text="Сюда попадают машины, для которых заказывали." />
  return (
    <EmptyState
      icon={<IconCar size={32} stroke={1.5} />}
      title="Машин пока нет"
      text="Добавьте машину с VIN, номером кузова или госномером: поиск узнает её по номеру, а её название станет пометкой заказанных деталей."
    />
  )
}
