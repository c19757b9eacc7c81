import { cancelRequestRoutes, type CancelRequest } from '@artikul/contract/ordering/orders/cancel-requests'
import type { Order, OrderLine } from '@artikul/contract/ordering/orders/orders'
import { useState } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { moment, quantity } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { ReasonDialog } from '../../../../ui/windows/reason-dialog.tsx'
import { useApiMutation, useInvalidate } from '../../../../lib/api/use-api-mutation.ts'
import { ORDER_KEYS, orderAct } from '../order-acts.ts'
import { call } from '../../../../lib/api/call.ts'

interface Props {
  line: OrderLine
  request: CancelRequest
  can: Order['can']
}

/** Cancellation request below its line with the answers, or the reason of the refusal. */
export function CancelRequestNote({ line, request, can }: Props) {
  const { qty, message, by, at, decline_reason: refused } = request
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const how = quantity(qty, line.unit)
  return (
    <section
      aria-label={`Запрос на отмену: ${line.brand} ${line.article}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-warn bg-raised px-3 py-2.5 text-sm"
    >
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold">{refused === null ? `Запрошена отмена: ${how}` : `В отмене отказано: ${how}`}</p>
        <p className="break-words">{refused ?? message}</p>
        {refused === null && (
          <p className="text-text-2">
            {by}, {moment(at)}
          </p>
        )}
      </div>
      {refused === null && isClient && can.answer && <Withdraw line={line} request={request} />}
      {refused === null && !isClient && can.change && <Answers line={line} request={request} />}
    </section>
  )
}

type AboutProps = Omit<Props, 'can'>

function Withdraw({ line, request }: AboutProps) {
  const withdraw = useApiMutation(cancelRequestRoutes.withdraw, orderAct('Запрос отозван'))
  return (
    <Button
      size="sm"
      busy={withdraw.isPending}
      aria-label={`Отозвать запрос: ${line.brand} ${line.article}`}
      onClick={() => withdraw.mutate({ params: { id: request.id } })}
    >
      Отозвать
    </Button>
  )
}

function Answers({ line, request }: AboutProps) {
  const [isDeclining, setIsDeclining] = useState(false)
  const refresh = useInvalidate(...ORDER_KEYS)
  const title = `${line.brand} ${line.article}`
  const act = `Отменить ${quantity(request.qty, line.unit)}`
  const agree = useApiMutation(cancelRequestRoutes.agree, orderAct(`${title}: отменено по просьбе клиента`))
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        look="primary"
        busy={agree.isPending}
        aria-label={`${act}: ${title}`}
        onClick={() => agree.mutate({ params: { id: request.id } })}
      >
        {act}
      </Button>
      <Button
        size="sm"
        disabled={agree.isPending}
        aria-label={`Отказать в отмене: ${title}`}
        onClick={() => setIsDeclining(true)}
      >
        Отказать
      </Button>
      {isDeclining && (
        <ReasonDialog
          title={`Отказать в отмене: ${title}`}
          description="Строка останется в заказе."
          hint="Её увидит клиент"
          submit="Отказать"
          dangerous
          send={(reason) =>
            call(cancelRequestRoutes.decline, { params: { id: request.id }, body: { reason } }).finally(
              () => void refresh(),
            )
          }
          done={`${title}: в отмене отказано`}
          onClose={() => setIsDeclining(false)}
        />
      )}
    </div>
  )
}
