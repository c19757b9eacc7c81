import { supplierReturnRoutes, type SupplierReturn } from '@artikul/contract/purchasing/supplier-returns'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { toastDone, toastRefusal } from '../../../ui/hints/toast.ts'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { RETURN_KEYS } from './supplier-returns.api.ts'

const DIALOGS = {
  edit: lazyWindow(() => import('./edit-dialog.tsx')),
  answer: lazyWindow(() => import('./answer-return-dialog.tsx')),
  finish: lazyWindow(() => import('./finish-dialog.tsx')),
}

/** Steps that the return may take next. */
export function ReturnActs({ made }: { made: SupplierReturn }) {
  // Snapshot of the return when the dialog opened, so that the user does not answer unseen changes.
  const [seen, setSeen] = useState<{ dialog: keyof typeof DIALOGS; made: SupplierReturn } | null>(null)
  const Opened = seen && DIALOGS[seen.dialog]
  const open = (dialog: keyof typeof DIALOGS) => setSeen({ dialog, made })
  const { state } = made
  return (
    <>
      {state === 'draft' && <DraftActs made={made} onEdit={() => open('edit')} />}
      {state === 'sent' && (
        <Button look="primary" onClick={() => open('answer')}>
          Решение поставщика
        </Button>
      )}
      {state === 'accepted' && <GoodsSentAct made={made} />}
      {(state === 'accepted' || state === 'goods_sent') && (
        <Button look="primary" onClick={() => open('finish')}>
          Закончить
        </Button>
      )}
      <Suspense>{seen && Opened && <Opened made={seen.made} onClose={() => setSeen(null)} />}</Suspense>
    </>
  )
}

function DraftActs({ made: { id, version, number, email }, onEdit }: { made: SupplierReturn; onEdit: () => void }) {
  const navigate = useNavigate()
  const request = { params: { id }, body: { version } }
  const send = useApiMutation(supplierReturnRoutes.send, {
    invalidates: RETURN_KEYS,
    onSuccess: toastDone(email === '' ? 'Отмечен как переданный' : 'Возврат уходит поставщику', number),
    onError: toastRefusal('Возврат не отправлен'),
  })
  const discard = useApiMutation(supplierReturnRoutes.discard, {
    invalidates: RETURN_KEYS,
    onSuccess: () => void navigate({ to: '/supplier-returns' }),
    onError: toastRefusal('Черновик не удалён'),
  })
  const isBusy = send.isPending || discard.isPending
  const remove = async () => {
    if (await confirm({ title: 'Удалить черновик?', text: `Возврат ${number}`, dangerous: true }))
      discard.mutate(request)
  }
  return (
    <>
      <Button disabled={isBusy} onClick={() => void remove()}>
        Удалить
      </Button>
      <Button disabled={isBusy} onClick={onEdit}>
        Изменить
      </Button>
      <Button look="primary" busy={send.isPending} disabled={isBusy} onClick={() => send.mutate(request)}>
        {email === '' ? 'Передан поставщику' : 'Отправить'}
      </Button>
    </>
  )
}

function GoodsSentAct({ made: { id, version, number } }: { made: SupplierReturn }) {
  const send = useApiMutation(supplierReturnRoutes.goodsSent, {
    invalidates: RETURN_KEYS,
    onSuccess: toastDone('Товар отправлен поставщику', number),
    onError: toastRefusal('Не отмечено'),
  })
  return (
    <Button
      busy={send.isPending}
      disabled={send.isPending}
      onClick={() => send.mutate({ params: { id }, body: { version } })}
    >
      Товар отправлен
    </Button>
  )
}
