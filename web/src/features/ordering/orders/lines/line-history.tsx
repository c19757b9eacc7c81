import { LINE_STATES, type MoveOfLine, type OrderLine } from '@artikul/contract/ordering/orders/orders'
import { formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import { useQuery } from '@tanstack/react-query'
import { orderListRoutes } from '@artikul/contract/ordering/orders/order-lists'
import { moment } from '../../../../lib/text/format.ts'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { query } from '../../../../lib/api/query.ts'

/** Events of a line, oldest first. */
export function LineHistory({ line }: { line: OrderLine }) {
  const { data, error, refetch } = useQuery(query(orderListRoutes.lineHistory, { params: { id: line.id } }))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={2} />
  return (
    <ol aria-label={`История ${line.brand} ${line.article}`} className="flex flex-col gap-1 text-text-2">
      {data.results.map((move, index) => (
        <li key={`${move.at} ${index}`}>
          {moment(move.at)}, {move.by}: <Moved move={move} unit={line.unit} />
        </li>
      ))}
    </ol>
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
