import type { CatalogGroup, CatalogVehicle } from '@artikul/contract/catalog/vehicle-catalog'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { UnitView } from './unit-view.tsx'
import { UnitsList } from './units-list.tsx'
import { catalogGroupsQuery } from './vehicle-catalog.api.ts'

const route = getRouteApi('/vehicle-catalog')

/** Groups of the vehicle beside the units of the chosen group, or the chosen unit. */
export function VehicleParts({ vehicle, canChooseAnother }: { vehicle: CatalogVehicle; canChooseAnother: boolean }) {
  const { group: groupId, unit, ssd } = route.useSearch()
  const { data, error, refetch } = useQuery(catalogGroupsQuery(vehicle))
  const groups = data?.results ?? []
  const group = groups.find(({ id }) => id === groupId)
  return (
    <div className="flex flex-col gap-3">
      <Panel
        title={`${vehicle.brand} ${vehicle.name}`}
        actions={
          canChooseAnother && (
            <Link
              from="/vehicle-catalog"
              to="/vehicle-catalog"
              search={({ number }) => ({ number })}
              className={buttonClass()}
            >
              Другая машина
            </Link>
          )
        }
      >
        <p className="text-sm break-words text-text-2">
          {vehicle.attributes.map(({ name, value }) => `${name}: ${value}`).join(', ')}
        </p>
      </Panel>
      {data ? (
        <div className="flex gap-4 max-lg:flex-col">
          <Groups groups={groups} chosenId={group?.id} isAlone={group === undefined && unit === undefined} />
          <div className="min-w-0 flex-1">
            {unit !== undefined ? (
              <UnitView key={unit} catalog={vehicle.catalog} unit={{ id: unit, ssd: ssd ?? '' }} />
            ) : group ? (
              <UnitsList key={group.id} vehicle={vehicle} group={group} />
            ) : (
              <Panel flush>
                <EmptyState
                  title={groups.length > 0 ? 'Выберите группу деталей' : 'Групп деталей для этой машины нет'}
                />
              </Panel>
            )}
          </div>
        </div>
      ) : (
        <Panel flush>
          <QueryFallback error={error} onRetry={refetch} rows={8} />
        </Panel>
      )}
    </div>
  )
}

/** Depth of a group below the top. */
function depthOf(group: CatalogGroup, groups: readonly CatalogGroup[]): number {
  const above = groups.find(({ id }) => id === group.parent_id)
  return above ? 1 + depthOf(above, groups) : 0
}

const INDENTS = ['pl-4', 'pl-8', 'pl-12', 'pl-16']

interface GroupsProps {
  groups: readonly CatalogGroup[]
  chosenId: string | undefined
  /** True while nothing is chosen; otherwise a phone shows the choice only. */
  isAlone: boolean
}

function Groups({ groups, chosenId, isAlone }: GroupsProps) {
  if (groups.length === 0) return null
  const hasBelow = new Set(groups.map(({ parent_id: parent }) => parent))
  return (
    <nav aria-label="Группы деталей" className={cx('flex-none lg:w-72', !isAlone && 'max-lg:hidden')}>
      <Panel title="Группы" flush>
        <ul className="max-h-[60dvh] overflow-y-auto py-1 text-sm">
          {groups.map((group) => {
            const indent = INDENTS[Math.min(depthOf(group, groups), INDENTS.length - 1)]
            return (
              <li key={group.id}>
                {hasBelow.has(group.id) ? (
                  <p className={cx('py-1.5 pr-4 font-semibold break-words', indent)}>{group.name}</p>
                ) : (
                  <Link
                    from="/vehicle-catalog"
                    to="/vehicle-catalog"
                    search={({ number, vehicle }) => ({ number, vehicle, group: group.id })}
                    aria-current={group.id === chosenId ? 'page' : undefined}
                    className={cx(
                      'block py-1.5 pr-4 break-words -outline-offset-2! hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-medium pointer-coarse:py-3',
                      indent,
                    )}
                  >
                    {group.name}
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
      </Panel>
    </nav>
  )
}
