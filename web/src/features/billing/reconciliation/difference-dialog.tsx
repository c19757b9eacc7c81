import {
  RECONCILIATION_DIFFERENCE_KINDS,
  DIFFERENCE_OUTCOMES,
  OUTCOMES_OF,
  reconciliationRoutes,
  type ReconciliationDifference,
} from '@artikul/contract/billing/reconciliation'
import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { MessageForm, MessageThread } from '../../../ui/text/conversation.tsx'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { RECONCILIATION_KEYS } from '../../../lib/queries/reconciliations-query.ts'
import { DocumentOf, OutcomeTag } from './difference-words.tsx'

/** Labels of the buttons that promise a correction by one's own side. */
const PROMISES = { buyer_corrects: 'Исправим у себя', seller_corrects: 'Исправим у себя', as_is: 'Оставить как есть' }

interface Props {
  difference: ReconciliationDifference
  onClose: () => void
}

/** Shows one difference: both documents, the conversation and the ways to resolve it. */
export function DifferenceDialog({ difference, onClose }: Props) {
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const { id, kind, ours, theirs, outcome, closed_by: by, closed_at: at } = difference
  const conversation = useQuery(query(reconciliationRoutes.messages, { params: { id } }))
  const post = useApiMutation(reconciliationRoutes.postMessage, { invalidates: RECONCILIATION_KEYS })
  return (
    <Dialog side title={RECONCILIATION_DIFFERENCE_KINDS[kind]} open onClose={onClose}>
      <DefinitionList
        items={[
          ['У поставщика', <DocumentOf key="ours" document={ours} />],
          ['У покупателя', <DocumentOf key="theirs" document={theirs} row={theirs?.row_number} />],
          ['Статус', <OutcomeTag key="state" outcome={outcome} />],
          ['Закрыто', at && [by, moment(at)].filter(Boolean).join(', ')],
        ]}
      />
      <h3 className="mt-5 mb-3 text-base font-semibold">Переписка</h3>
      {!conversation.data ? (
        <QueryFallback error={conversation.error} onRetry={conversation.refetch} rows={2} />
      ) : conversation.data.messages.length > 0 ? (
        <MessageThread messages={conversation.data.messages} isStaff={isStaff} />
      ) : (
        <p className="text-sm text-text-2">Сообщений пока нет.</p>
      )}
      {outcome !== 'agreed' && (
        <MessageForm
          isStaff={isStaff}
          hint={outcome === null ? undefined : 'Сообщение откроет расхождение снова'}
          send={({ text }) => post.mutateAsync({ params: { id }, body: { text } })}
        />
      )}
      {outcome === null && <Ending difference={difference} isStaff={isStaff} onClosed={onClose} />}
    </Dialog>
  )
}

interface EndingProps {
  difference: ReconciliationDifference
  isStaff: boolean
  onClosed: () => void
}

function Ending({ difference: { id, version }, isStaff, onClosed }: EndingProps) {
  const close = useApiMutation(reconciliationRoutes.close, {
    invalidates: RECONCILIATION_KEYS,
    onSuccess: onClosed,
    onError: toastRefusal('Не сохранено'),
  })
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2 border-t border-hairline pt-4">
      <span className="text-sm text-text-2">Закрыть расхождение:</span>
      {OUTCOMES_OF[isStaff ? 'staff' : 'client'].map((outcome) => (
        <Button
          key={outcome}
          title={DIFFERENCE_OUTCOMES[outcome]}
          busy={close.isPending && close.variables.body.outcome === outcome}
          disabled={close.isPending}
          onClick={() => close.mutate({ params: { id }, body: { version, outcome } })}
        >
          {PROMISES[outcome]}
        </Button>
      ))}
    </div>
  )
}
