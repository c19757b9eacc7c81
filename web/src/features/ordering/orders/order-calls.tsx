import { CALL_REASONS, CallReason, callRoutes, type OrderAnswers } from '@artikul/contract/workspace/calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moment, shortName } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'

/** Number of lines shown until the user expands the list. */
const FEW = 5
const FEW_CALLS = 3

/** «Звонок клиента»: suggests the answer to a calling client and records the reason of the call in one press. */
export default function OrderCalls({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(callRoutes.ofOrder, { params: { id: orderId } }))
  return (
    <Dialog side open title="Звонок клиента" onClose={onClose}>
      {data ? <Calls orderId={orderId} answers={data} /> : <QueryFallback error={error} onRetry={refetch} rows={2} />}
    </Dialog>
  )
}

function Calls({ orderId, answers: { lines, calls, has_more: hasMore } }: { orderId: number; answers: OrderAnswers }) {
  const [lineId, setLineId] = useState<number | null>(null)
  const record = useApiMutation(callRoutes.record, {
    invalidates: [`orders/${orderId}/calls`, 'calls/report'],
    onSuccess: toastDone('Звонок записан'),
    onError: toastRefusal('Звонок не записан'),
  })
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="mb-1.5 text-sm text-text-2">
          {lineId === null
            ? 'О чём спросил клиент? Одно нажатие записывает звонок о заказе; о строке — сначала выберите её.'
            : 'О чём спросил клиент по выбранной строке?'}
        </p>
        <div role="group" aria-label="Причина звонка" className="flex flex-wrap gap-1.5">
          {CallReason.options.map((reason) => (
            <Button
              key={reason}
              size="sm"
              className="pointer-coarse:h-11"
              busy={record.isPending && record.variables.body.reason === reason}
              disabled={record.isPending}
              onClick={() =>
                record.mutate(
                  { params: { id: orderId }, body: { reason, line_id: lineId } },
                  { onSuccess: () => setLineId(null) },
                )
              }
            >
              {CALL_REASONS[reason]}
            </Button>
          ))}
        </div>
      </div>
      <Answers lines={lines} hasMore={hasMore} chosen={lineId} onChoose={setLineId} />
      <Recent calls={calls} />
    </div>
  )
}

interface AnswersProps {
  lines: OrderAnswers['lines']
  hasMore: boolean
  chosen: number | null
  onChoose: (lineId: number | null) => void
}

function Answers({ lines, hasMore, chosen, onChoose }: AnswersProps) {
  const [isWhole, setWhole] = useState(false)
  if (lines.length === 0) return <p className="text-sm text-text-2">Все строки заказа сняты: ждать нечего.</p>
  return (
    <div>
      <ul aria-label="Что ответить по строкам" className="flex flex-col gap-1 text-sm">
        {(isWhole ? lines : lines.slice(0, FEW)).map(({ line_id: id, text }) => (
          <li key={id} className="flex items-start gap-2">
            <button
              type="button"
              aria-pressed={chosen === id}
              className={cx(
                'min-w-0 flex-1 rounded-md border px-2 py-1 text-left break-words pointer-coarse:py-2.5',
                chosen === id ? 'border-ring bg-brand-soft' : 'border-hairline hover:bg-raised',
              )}
              onClick={() => onChoose(chosen === id ? null : id)}
            >
              {text}
            </button>
            <CopyButton text={text} label={`Скопировать ответ: ${text}`} />
          </li>
        ))}
      </ul>
      {lines.length > FEW && !isWhole && (
        <Button size="sm" look="ghost" className="mt-1" onClick={() => setWhole(true)}>
          Показать ещё {lines.length - FEW}
        </Button>
      )}
      {hasMore && isWhole && <p className="mt-1 text-xs text-text-2">Остальные строки смотрите в таблице заказа.</p>}
    </div>
  )
}

function Recent({ calls }: Pick<OrderAnswers, 'calls'>) {
  const [isWhole, setWhole] = useState(false)
  if (calls.length === 0) return null
  return (
    <div className="border-t border-hairline pt-2 text-xs text-text-2">
      <ul aria-label="Звонки по заказу" className="flex flex-col gap-0.5">
        {(isWhole ? calls : calls.slice(0, FEW_CALLS)).map(({ id, at, reason, line, by }) => (
          <li key={id}>
            {moment(at)}, «{CALL_REASONS[reason]}»{line && `, ${line}`}, {shortName(by)}
          </li>
        ))}
      </ul>
      {calls.length > FEW_CALLS && !isWhole && (
        <Button size="sm" look="ghost" className="mt-1" onClick={() => setWhole(true)}>
          Все звонки
        </Button>
      )}
    </div>
  )
}
