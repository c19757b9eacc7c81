import { isEnded } from '@artikul/contract/fulfilment/claim-rules'
import { claimRoutes, type Claim, type ClaimMessage } from '@artikul/contract/fulfilment/claims'
import { useState } from 'react'
import type { UploadedFile } from '../../../lib/api/attachments.ts'
import { formErrors } from '../../../lib/api/form-errors.ts'
import { moment } from '../../../lib/text/format.ts'
import { Attachments } from '../../../ui/files/attachments.tsx'
import { FilePicker } from '../../../ui/files/file-picker.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { MessageBubble, Writing } from '../../../ui/text/conversation.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { MESSAGE_WORDS, useIsStaff } from './claim-words.tsx'
import { CLAIM_KEYS, uploadClaimFile } from './claims.api.ts'

/** Messages and actions of the claim in order, with a field for a new message. */
export function ClaimMessages({ claim }: { claim: Claim }) {
  const staff = useIsStaff()
  return (
    <Panel title="Переписка и история">
      <ol className="flex flex-col gap-3">
        {claim.messages.map((message) => (
          <Message key={message.id} message={message} isOwn={message.from_staff === staff} />
        ))}
      </ol>
      {claim.can.post_message && <Answer claim={claim} staff={staff} />}
    </Panel>
  )
}

function Answer({ claim, staff }: { claim: Claim; staff: boolean }) {
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [pending, setPending] = useState(0)
  const send = useApiMutation(claimRoutes.postMessage, { invalidates: CLAIM_KEYS })
  const errors = send.error ? formErrors(send.error, ['text', 'file_ids']) : null
  const submit = (text: string, done: () => void) => {
    const said = () => {
      done()
      setFiles([])
    }
    const body = { text, file_ids: files.map((file) => file.id) }
    send.mutate({ params: { id: claim.id }, body }, { onSuccess: said })
  }
  return (
    <Writing
      label={staff ? 'Сообщение клиенту' : claim.state === 'question' ? 'Ваш ответ' : 'Сообщение менеджеру'}
      errors={{ form: errors?.form ?? null, text: errors?.fields['text'] }}
      busy={send.isPending}
      waits={pending > 0}
      onSend={submit}
    >
      {!isEnded(claim.state) && (
        <FilePicker
          keep={uploadClaimFile(claim.id)}
          files={files}
          onFilesChange={setFiles}
          onPendingChange={setPending}
          error={errors?.fields['file_ids']}
        />
      )}
    </Writing>
  )
}

const Message = ({ message: { kind, text, by, at, files }, isOwn }: { message: ClaimMessage; isOwn: boolean }) => (
  <MessageBubble
    by={`${by}, ${moment(at)}`}
    act={kind === 'message' ? '' : MESSAGE_WORDS[kind]}
    text={text}
    isOwn={isOwn}
  >
    <Attachments files={files} source={claimRoutes.file} />
  </MessageBubble>
)
