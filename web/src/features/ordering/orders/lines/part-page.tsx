import { partLinkRoutes, type PartStatus } from '@artikul/contract/ordering/orders/part-links'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { query } from '../../../../lib/api/query.ts'
import { day as dayText, quantity } from '../../../../lib/text/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { PendingPage } from '../../../../ui/states/page-states.tsx'
import { ParcelSteps } from '../../../../ui/text/parcel-steps.tsx'

const route = getRouteApi('/part/$token')

/** «Где деталь»: opened by the owner of a car without an account. */
export default function PartPage() {
  const { token } = route.useParams()
  const { data, error, refetch } = useQuery(
    query(
      partLinkRoutes.read,
      { body: { token } },
      { retry: false, refetchInterval: ({ state }) => (state.error ? false : 5 * 60_000) },
    ),
  )
  const isDead = error instanceof ApiError && (error.code === 'part_link.expired' || error.code === 'input.invalid')
  return (
    <div className="mx-auto mt-4 w-full max-w-2xl md:mt-12">
      <h1 className="mb-4 text-xl font-semibold">{isDead ? 'Ссылка не действует' : 'Где деталь'}</h1>
      <Panel>
        {isDead ? (
          <p role="alert">Её отозвали, или прошёл её срок. Попросите новую у того, кто заказал деталь.</p>
        ) : data ? (
          <Part part={data} />
        ) : (
          <QueryFallback error={error} onRetry={refetch}>
            <PendingPage />
          </QueryFallback>
        )}
      </Panel>
    </div>
  )
}

function Part({
  part: { name, qty, unit, company, steps, expected_date: day, is_late: isLate },
}: {
  part: PartStatus
}) {
  const isHere = steps?.some(({ stage, at }) => stage === 'arrived' && at !== null)
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="text-lg font-semibold">{name}</p>
        <p className="text-sm text-text-2">
          {quantity(qty, unit)}, для {company}
        </p>
      </div>
      {steps ? (
        <>
          <ParcelSteps label="Путь детали" steps={steps} />
          {!isHere && (
            <p className={isLate ? 'text-warn' : undefined}>
              {isLate ? 'Ждали' : 'Ждём'} <span className="font-semibold">{dayText(day)}</span>
              {isLate && '. Деталь задерживается'}
            </p>
          )}
        </>
      ) : (
        <p role="status">Эту деталь не привезут. Спросите у того, кто её заказал.</p>
      )}
    </div>
  )
}
