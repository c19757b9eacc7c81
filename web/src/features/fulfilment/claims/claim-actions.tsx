import { CLAIM_DOCUMENTS, CLAIM_TERMS } from '@artikul/contract/fulfilment/claim-rules'
import { claimRoutes, type Claim } from '@artikul/contract/fulfilment/claims'
import { Suspense, useState, type ComponentType } from 'react'
import { Button } from '../../../ui/button.tsx'
import { confirm, type ConfirmQuestion } from '../../../ui/windows/confirm.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { CLAIM_KEYS } from './claims.api.ts'

export interface ClaimDialogProps {
  claim: Claim
  onClose: () => void
}

const DIALOGS = {
  requestDetails: lazyWindow(() => import('./request-details-dialog.tsx')),
  decide: lazyWindow(() => import('./decide-dialog.tsx')),
  receive: lazyWindow(() => import('./receive-dialog.tsx')),
  settle: lazyWindow(() => import('./settle-dialog.tsx')),
  writeOff: lazyWindow(() => import('./write-off-dialog.tsx')),
} satisfies Record<string, ComponentType<ClaimDialogProps>>
type DialogName = keyof typeof DIALOGS

/** Actions that the current user may perform on the claim. */
export function ClaimActions({ claim }: { claim: Claim }) {
  // Snapshot of the claim when the dialog opened, so that the user does not decide on unseen changes.
  const [seen, setSeen] = useState<{ dialog: DialogName; claim: Claim } | null>(null)
  const Opened = seen && DIALOGS[seen.dialog]
  const setOpen = (dialog: DialogName) => setSeen({ dialog, claim })
  const { can, id, version, number } = claim
  const plain = { id, version, number }
  return (
    <>
      <ClaimDocuments claim={claim} />
      {can.withdraw && (
        <OnePress
          {...plain}
          act="withdraw"
          label="Отозвать"
          done="отозвано"
          question={{ title: `Отозвать обращение ${number}?`, dangerous: true }}
        />
      )}
      {can.assign && (
        <OnePress
          {...plain}
          act="assign"
          label={claim.manager === null ? 'Взять в работу' : 'Взять себе'}
          done="ваше"
        />
      )}
      {can.request_details && <Button onClick={() => setOpen('requestDetails')}>Задать вопрос</Button>}
      {can.close_as_abandoned && (
        <OnePress
          {...plain}
          act="closeAsAbandoned"
          label="Товар не сдан"
          done="закрыто"
          question={{ title: `Закрыть обращение ${number}: товар не сдан?`, dangerous: true }}
        />
      )}
      {can.inspect && <OnePress {...plain} act="inspect" label="На экспертизу" done="на экспертизе" />}
      {can.decide && (
        <Button look="primary" onClick={() => setOpen('decide')}>
          Решить
        </Button>
      )}
      {can.receive && (
        <Button look="primary" onClick={() => setOpen('receive')}>
          Товар получен
        </Button>
      )}
      {can.write_off && (
        <Button look="danger" onClick={() => setOpen('writeOff')}>
          Не отправим
        </Button>
      )}
      {can.settle && (
        <Button look="primary" onClick={() => setOpen('settle')}>
          Закрыть обращение
        </Button>
      )}
      {Opened && (
        <Suspense>
          <Opened claim={seen.claim} onClose={() => setSeen(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Printed documents of the claim: the act, and the label while the goods are awaited. */
const ClaimDocuments = ({ claim: { id, kind, state, number } }: { claim: Claim }) => (
  <>
    <FileButton name={`${CLAIM_DOCUMENTS[kind]} ${number}.pdf`} file={() => call(claimRoutes.act, { params: { id } })}>
      {CLAIM_DOCUMENTS[kind]}
    </FileButton>
    {state === 'approved' && CLAIM_TERMS[kind].comesBack && (
      <FileButton name={`Этикетка ${number}.pdf`} file={() => call(claimRoutes.label, { params: { id } })}>
        Этикетка
      </FileButton>
    )}
  </>
)

interface PressProps {
  id: number
  version: number
  number: string
  act: 'withdraw' | 'assign' | 'closeAsAbandoned' | 'inspect'
  label: string
  /** State after the action, in a word. */
  done: string
  question?: ConfirmQuestion
}

function OnePress({ id, version, number, act, label, done, question }: PressProps) {
  const send = useApiMutation(claimRoutes[act], { invalidates: CLAIM_KEYS })
  const press = async () => {
    if (question && !(await confirm(question))) return
    // Awaited as a promise: a completed action is no longer offered, so the button unmounts.
    await send
      .mutateAsync({ params: { id }, body: { version } })
      .then(() => toast({ severity: 'success', summary: `Обращение ${number} ${done}` }), toastRefusal('Не получилось'))
  }
  return (
    <Button
      busy={send.isPending}
      {...(question?.dangerous && { look: 'danger' as const })}
      onClick={() => void press()}
    >
      {label}
    </Button>
  )
}
