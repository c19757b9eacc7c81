import { requestRoutes, type Request, type RequestMessage } from '@artikul/contract/ordering/quote-requests'
import { useMutation } from '@tanstack/react-query'
import { formErrors } from '../../../lib/api/form-errors.ts'
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts'
import { Panel } from '../../../ui/panel.tsx'
import { MessageBubble, Writing } from '../../../ui/text/conversation.tsx'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { atText } from './request-words.ts'

const ACTS: Record<Exclude<RequestMessage['kind'], 'message'>, string> = {
  created: 'Запрос отправлен',
  taken: 'Запрос взят в работу',
  answered: 'Ответ отправлен',
  closed: 'Запрос закрыт',
}

/** Messages and actions in order, with a field for a new message. */
export function QuoteRequestMessages({ request, staff }: { request: Request; staff: boolean }) {
  const keyOf = useIdempotencyKey()
  const send = useMutation({
    mutationFn: (text: string) =>
      call(requestRoutes.postMessage, {
        params: { id: request.id },
        body: { text },
        idempotencyKey: keyOf({ text, after: request.messages.length }),
      }),
    onSettled: useInvalidate('quote-requests'),
  })
  const errors = send.error ? formErrors(send.error, ['text']) : null
  return (
    <Panel title="Сообщения">
      <ol className="flex flex-col gap-3">
        {request.messages.map(({ id, kind, text, by, at, from_staff: isOfStaff }) => (
          <MessageBubble
            key={id}
            by={`${by}, ${atText(at)}`}
            act={kind === 'message' ? '' : ACTS[kind]}
            text={text}
            isOwn={isOfStaff === staff}
          />
        ))}
      </ol>
      <Writing
        label={staff ? 'Сообщение клиенту' : 'Сообщение менеджеру'}
        hint={request.state === 'closed' ? 'Сообщение снова откроет запрос.' : undefined}
        errors={{ form: errors?.form ?? null, text: errors?.fields['text'] }}
        busy={send.isPending}
        onSend={(text, done) => send.mutate(text, { onSuccess: done })}
      />
    </Panel>
  )
}
