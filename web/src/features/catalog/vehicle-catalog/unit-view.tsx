import type { UnitDiagram } from '@artikul/contract/catalog/vehicle-catalog'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Diagram } from './diagram.tsx'
import { UnitParts } from './unit-parts.tsx'
import { catalogUnitQuery } from './vehicle-catalog.api.ts'

const route = getRouteApi('/vehicle-catalog')

/** Diagram of a unit and its parts: choosing a part marks it on the picture, and the other way round. */
export function UnitView({ catalog, unit }: { catalog: string; unit: { id: string; ssd: string } }) {
  const { group } = route.useSearch()
  const { data, error, refetch } = useQuery(catalogUnitQuery(catalog, unit))
  return (
    <Panel
      flush
      title={data ? [data.name, data.code].filter(Boolean).join(', ') || 'Узел' : 'Узел'}
      actions={
        group !== undefined && (
          <Link
            from="/vehicle-catalog"
            to="/vehicle-catalog"
            search={({ number, vehicle }) => ({ number, vehicle, group })}
            className={buttonClass()}
          >
            Все узлы группы
          </Link>
        )
      }
    >
      {data ? <Loaded unit={data} /> : <QueryFallback error={error} onRetry={refetch} />}
    </Panel>
  )
}

function Loaded({ unit }: { unit: UnitDiagram }) {
  const [position, setPosition] = useState<string | null>(null)
  const choose = (next: string) => setPosition((now) => (now === next ? null : next))
  if (unit.parts.length === 0 && unit.image === null)
    return <EmptyState title="Деталей этого узла каталог не знает" text="Запросите их у менеджера." />
  return (
    <div className="grid gap-4 p-4 xl:grid-cols-2">
      {unit.image !== null && <Diagram unit={unit} image={unit.image} position={position} onChoose={choose} />}
      <UnitParts parts={unit.parts} position={position} onChoose={choose} />
    </div>
  )
}
