import { isEnded } from '@artikul/contract/claim-rules'
import type { Claim, ClaimFile, ClaimMessage } from '@artikul/contract/claims'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { saveBlob } from '../../lib/download.ts'
import { formErrors } from '../../lib/form-errors.ts'
import { moment } from '../../lib/format.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Said, Writing } from '../../ui/talk.tsx'
import { toast } from '../../ui/toast.ts'
import { MESSAGE_WORDS, useIsStaff } from './claim-words.tsx'
import { claimFile, claimFileQuery, useClaimAct, type KeptFile } from './claims.api.ts'
import { FilePicker } from './file-picker.tsx'

/** What was said and done, in order, and a line to say more. */
export function ClaimTalk({ claim }: { claim: Claim }) {
  const staff = useIsStaff()
  return (
    <Panel title="Переписка и история">
      <ol className="flex flex-col gap-3">
        {claim.messages.map((message) => (
          <Message key={message.id} message={message} isOwn={message.from_staff === staff} />
        ))}
      </ol>
      {claim.can.say && <Answer claim={claim} staff={staff} />}
    </Panel>
  )
}

function Answer({ claim, staff }: { claim: Claim; staff: boolean }) {
  const [files, setFiles] = useState<readonly KeptFile[]>([])
  const [pending, setPending] = useState(0)
  const send = useClaimAct(claim.id, 'say')
  const errors = send.error ? formErrors(send.error, ['text', 'file_ids']) : null
  const submit = (text: string, done: () => void) => {
    const said = () => {
      done()
      setFiles([])
    }
    send.mutate({ text, file_ids: files.map((file) => file.id) }, { onSuccess: said })
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
          claimId={claim.id}
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
  <Said by={`${by}, ${moment(at)}`} act={kind === 'message' ? '' : MESSAGE_WORDS[kind]} text={text} isOwn={isOwn}>
    {files.length > 0 && (
      <ul className="flex flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.id}>{file.type === 'application/pdf' ? <Paper file={file} /> : <Photo file={file} />}</li>
        ))}
      </ul>
    )}
  </Said>
)

function Paper({ file }: { file: ClaimFile }) {
  const save = () =>
    claimFile(file.id).then(
      (blob) => saveBlob(blob, file.name),
      (error: unknown) => toast({ severity: 'error', summary: 'Файл не скачан', detail: messageOf(error) }),
    )
  return (
    <Button size="sm" icon={<IconFileTypePdf size={16} />} onClick={() => void save()}>
      <span className="max-w-48 truncate">{file.name}</span>
    </Button>
  )
}

/** A picture that only a signed-in call brings. */
function Photo({ file }: { file: ClaimFile }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`Открыть ${file.name}`}
        className="size-20 overflow-hidden rounded-md border border-hairline bg-raised"
        onClick={() => setIsOpen(true)}
      >
        <Picture file={file} alt="" className="size-full object-cover" />
      </button>
      {isOpen && (
        <Dialog title={file.name} width="lg" open onClose={() => setIsOpen(false)}>
          <Picture file={file} alt={file.name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
        </Dialog>
      )}
    </>
  )
}

function Picture({ file, alt, className }: { file: ClaimFile; alt: string; className: string }) {
  const { data, error } = useQuery(claimFileQuery(file.id))
  const url = useObjectUrl(data)
  if (error) return <span className="p-1 text-xs text-text-2">Фото не загружено</span>
  return url ? <img src={url} alt={alt} className={className} /> : <span className="skeleton block size-full" />
}
