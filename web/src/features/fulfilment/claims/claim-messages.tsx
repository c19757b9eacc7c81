import { isEnded } from '@artikul/contract/fulfilment/claim-rules'
import { claimRoutes, type Claim } from '@artikul/contract/fulfilment/claims'
import { Panel } from '../../../ui/panel.tsx'
import { MessageForm, MessageThread } from '../../../ui/text/conversation.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { MESSAGE_WORDS, useIsStaff } from './claim-words.tsx'
import { CLAIM_KEYS, uploadClaimFile } from './claims.api.ts'

/** Messages and actions of the claim in order, with a field for a new message. */
export function ClaimMessages({ claim: { id, state, messages, can } }: { claim: Claim }) {
  const isStaff = useIsStaff()
  const post = useApiMutation(claimRoutes.postMessage, { invalidates: CLAIM_KEYS })
  return (
    <Panel title="Переписка и история">
      <MessageThread
        messages={messages}
        isStaff={isStaff}
        actionOf={({ kind }) => (kind === 'message' ? '' : MESSAGE_WORDS[kind])}
        fileRoute={claimRoutes.file}
      />
      {can.post_message && (
        <MessageForm
          isStaff={isStaff}
          label={!isStaff && state === 'question' ? 'Ваш ответ' : undefined}
          send={(body) => post.mutateAsync({ params: { id }, body })}
          upload={isEnded(state) ? undefined : uploadClaimFile(id)}
        />
      )}
    </Panel>
  )
}
