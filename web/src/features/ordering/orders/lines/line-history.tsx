import { LINE_STATES, type MoveOfLine, type OrderLine } from '@artikul/contract/ordering/orders/orders'
import { formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import { useQuery } from '@tanstack/react-query'
import { parcelSteps } from '@artikul/contract/ordering/orders/parcel'
import { orderListRoutes } from '@artikul/contract/ordering/orders/order-lists'
import { moment } from '../../../../lib/text/format.ts'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { query } from '../../../../lib/api/query.ts'
import { ParcelSteps } from '../../../../ui/text/parcel-steps.tsx'
import { PartLink } from './part-link.tsx'

/** Steps of a line as a parcel, its link for the car owner, and its events, oldest first. */
export function LineHistory({ line }: { line: OrderLine }) {
  const { data, error, refetch } = useQuery(query(orderListRoutes.lineHistory, { params: { id: line.id } }))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={2} />
  const steps = parcelSteps(
    line.parts.map(({ state }) => state),
    data.results,
  )
  return (
    <div className="flex flex-col gap-3">
      {steps && <ParcelSteps label={`Путь ${line.brand} ${line.article}`} steps={steps} />}
      <PartLink line={line} />
      <ol aria-label={`История ${line.brand} ${line.article}`} className="flex flex-col gap-1 text-text-2">
        {data.results.map((move, index) => (
          <li key={`${move.at} ${index}`}>
            {moment(move.at)}, {move.by}: <Moved move={move} unit={line.unit} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Transition of a line, or only its reason when the state stays. */
const Moved = ({ move: { from, to, qty, reason }, unit }: { move: MoveOfLine; unit: string }) =>
  from === to ? (
    reason
  ) : (
    <>
      {from && `«${LINE_STATES[from]}» → `}
      <span className="text-text">«{LINE_STATES[to]}»</span>, {formatQty(qty)} {unitText(unit)}
      {reason && `, ${reason}`}
    </>
  )
