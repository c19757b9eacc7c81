import { requestRoutes, type Request, type RequestMessage } from '@artikul/contract/ordering/quote-requests'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { Panel } from '../../../ui/panel.tsx'
import { MessageForm, MessageThread } from '../../../ui/text/conversation.tsx'

const ACTIONS: Record<RequestMessage['kind'], string> = {
  message: '',
  created: 'Запрос отправлен',
  taken: 'Запрос взят в работу',
  answered: 'Ответ отправлен',
  closed: 'Запрос закрыт',
}

interface Props {
  request: Request
  isStaff: boolean
}

/** Messages and actions in order, with a field for a new message. */
export function QuoteRequestMessages({ request: { id, state, messages }, isStaff }: Props) {
  const post = useApiMutation(requestRoutes.postMessage, { invalidates: ['quote-requests'] })
  return (
    <Panel title="Сообщения">
      <MessageThread messages={messages} isStaff={isStaff} actionOf={({ kind }) => ACTIONS[kind]} />
      <MessageForm
        isStaff={isStaff}
        hint={state === 'closed' ? 'Сообщение снова откроет запрос.' : undefined}
        send={({ text }) => post.mutateAsync({ params: { id }, body: { text } })}
      />
    </Panel>
  )
}
