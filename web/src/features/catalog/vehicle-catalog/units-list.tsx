import type { CatalogGroup, CatalogVehicle } from '@artikul/contract/catalog/vehicle-catalog'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { UnitImage } from './unit-image.tsx'
import { catalogUnitsQuery } from './vehicle-catalog.api.ts'

/** Units of a group with their pictures. */
export function UnitsList({ vehicle, group }: { vehicle: CatalogVehicle; group: CatalogGroup }) {
  const { data, error, refetch } = useQuery(catalogUnitsQuery(vehicle, group))
  const units = data?.results ?? []
  return (
    <Panel
      title={group.name}
      flush={units.length === 0}
      actions={
        <Link
          from="/vehicle-catalog"
          to="/vehicle-catalog"
          search={({ number, vehicle: id }) => ({ number, vehicle: id })}
          className={cx(buttonClass(), 'lg:hidden')}
        >
          Все группы
        </Link>
      }
    >
      {units.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {units.map(({ id, code, name, ssd, image }) => (
            <li key={id}>
              <Link
                from="/vehicle-catalog"
                to="/vehicle-catalog"
                search={(all) => ({ number: all.number, vehicle: all.vehicle, group: group.id, unit: id, ssd })}
                className="flex h-full flex-col gap-2 rounded-md border border-hairline p-3 hover:bg-raised"
              >
                {image !== null && (
                  <span className="flex h-32 items-center justify-center rounded-sm bg-white">
                    <UnitImage path={image} alt="" className="max-h-full max-w-full object-contain" />
                  </span>
                )}
                <span className="text-sm">
                  <span className="block font-semibold break-words">{name}</span>
                  <Article className="text-text-2">{code}</Article>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {units.length === 0 &&
        (data ? <EmptyState title="Узлов в этой группе нет" /> : <QueryFallback error={error} onRetry={refetch} />)}
    </Panel>
  )
}
