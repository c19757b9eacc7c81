import { orderMessageRoutes, type OrderMessages as Talk } from '@artikul/contract/ordering/order-messages'
import { useQuery } from '@tanstack/react-query'
import { uploadFile } from '../../../lib/api/attachments.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { MessageForm, MessageThread } from '../../../ui/text/conversation.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { OrderNoteField } from './order-note.tsx'

const uploadOrderFile = (orderId: number) => (file: File) =>
  uploadFile(file, (query, sent) => call(orderMessageRoutes.upload, { params: { id: orderId }, query, file: sent }))

/** Messages about the order and one's own note. */
export function OrderMessagesPanel({ orderId }: { orderId: number }) {
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const post = useApiMutation(orderMessageRoutes.postMessage, { invalidates: [`orders/${orderId}/messages`] })
  const conversation = useQuery(query(orderMessageRoutes.read, { params: { id: orderId } }))
  const party = isStaff ? 'клиентом' : 'менеджером'
  return (
    <div className="grid items-start gap-4 md:grid-cols-[2fr_1fr]">
      <QueryPanel title={`Переписка с ${party}`} query={conversation} expected={2}>
        {(talk) => (
          <div className="p-4">
            <Messages talk={talk} isStaff={isStaff} />
            {talk.waits && talk.can_write && <Settle orderId={orderId} />}
            {talk.can_write && (
              <MessageForm
                isStaff={isStaff}
                send={(body) => post.mutateAsync({ params: { id: orderId }, body })}
                upload={uploadOrderFile(orderId)}
              />
            )}
          </div>
        )}
      </QueryPanel>
      <QueryPanel title="Заметка" query={conversation} expected={2}>
        {({ note, can_write: canWrite }) => (
          <div className="p-4">
            {canWrite ? (
              <OrderNoteField orderId={orderId} note={note} isStaff={isStaff} />
            ) : (
              <p className="text-sm break-words whitespace-pre-line">{note?.text || 'Заметки нет.'}</p>
            )}
          </div>
        )}
      </QueryPanel>
    </div>
  )
}

function Settle({ orderId }: { orderId: number }) {
  const settle = useApiMutation(orderMessageRoutes.settle, {
    invalidates: [`orders/${orderId}/messages`],
    onSuccess: toastDone('Переписка разобрана'),
    onError: toastRefusal('Не сохранено'),
  })
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-text-2">
      Клиент ждёт ответа.
      <Button size="sm" busy={settle.isPending} onClick={() => settle.mutate({ params: { id: orderId } })}>
        Ответ не нужен
      </Button>
    </p>
  )
}

function Messages({ talk: { messages, can_write: canWrite }, isStaff }: { talk: Talk; isStaff: boolean }) {
  if (messages.length === 0)
    return (
      <p className="text-sm text-text-2">
        Сообщений пока нет.
        {canWrite && (isStaff ? ' Клиент увидит ваше сразу.' : ' Спросите о сроке, замене или отгрузке этого заказа.')}
      </p>
    )
  return <MessageThread messages={messages} isStaff={isStaff} fileRoute={orderMessageRoutes.file} />
}
