import { PostPayment, WAIT_REASONS, paymentRoutes, type Payment } from '@artikul/contract/billing/payments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day, moment, roubles } from '../../../lib/text/format.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { draftOf, NO_PARTS, partsOf } from './parts-draft.ts'
import { PartsFields } from './parts-fields.tsx'
import { PaymentReasonDialog } from './payment-reason-dialog.tsx'
import { buyerQuery, PAYMENT_KEYS } from './payments.api.ts'
import { Postings } from './postings.tsx'

interface Props {
  id: number
  onClose: () => void
}

const titleOf = ({ number, day: on }: Payment) => `Платёж № ${number} от ${day(on)}`

/** Shows a payment's bank data, its history and the available actions. */
export default function PaymentDialog({ id, onClose }: Props) {
  const { data, error, refetch } = useQuery(query(paymentRoutes.get, { params: { id } }, { gcTime: 0 }))
  const [asking, setAsking] = useState<'undo' | 'setAside' | null>(null)
  if (!data)
    return (
      <Dialog title="Платёж" open onClose={onClose} actions={<DialogClose>Закрыть</DialogClose>}>
        <QueryFallback error={error} onRetry={refetch} />
      </Dialog>
    )
  if (asking)
    return <PaymentReasonDialog payment={data} act={asking} onBack={() => setAsking(null)} onClose={onClose} />
  if (data.state === 'waiting')
    return <Posting key={data.version} payment={data} onAside={() => setAsking('setAside')} onClose={onClose} />
  return (
    <Dialog
      title={titleOf(data)}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => setAsking('undo')}>
            {data.state === 'posted' ? 'Отменить разнесение' : 'Вернуть в разнесение'}
          </Button>
          <DialogClose>Закрыть</DialogClose>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Facts payment={data} />
        <Postings postings={data.postings} />
      </div>
    </Dialog>
  )
}

const Facts = ({ payment }: { payment: Payment }) => (
  <DefinitionList
    items={[
      ['Сумма', <strong key="sum">{roubles(payment.sum_kop)}</strong>],
      ['Поступил', day(payment.paid_on)],
      ['Плательщик', [payment.payer, payment.payer_inn && `ИНН ${payment.payer_inn}`].filter(Boolean).join(', ')],
      ['Счёт плательщика', payment.payer_account],
      ['Получатель', payment.seller],
      ['Назначение', payment.purpose],
      ['Номер из 1С', payment.external_number],
      ['Не от покупателя', payment.skip_reason],
      [
        payment.file_name === '' ? 'Введён вручную' : 'Загружен',
        [payment.file_name, payment.by, moment(payment.created_at)].filter(Boolean).join(', '),
      ],
    ]}
  />
)

const WHY = {
  invoice: 'Счёт назван в назначении: проверьте и разнесите.',
  sum: 'У плательщика один открытый счёт на эту сумму: проверьте и разнесите.',
  contract: 'Предложен договор плательщика.',
} as const

function usePosting(payment: Payment, onClose: () => void) {
  const { suggestion } = payment
  const form = useForm({
    defaultValues: suggestion
      ? draftOf(
          { id: suggestion.contractor.id, name: `${suggestion.contractor.name}, ИНН ${suggestion.contractor.inn}` },
          suggestion.parts,
        )
      : NO_PARTS,
    paths: {
      buyer: ['contractor_id', 'contract', 'parts'],
      contractId: ['contract', 'parts'],
      sums: ['parts'],
    },
  })
  const { draft } = form
  const post = useApiMutation(paymentRoutes.post, { onSuccess: useInvalidate(...PAYMENT_KEYS) })
  const payable = useQuery(buyerQuery(draft.buyer?.id)).data
  const parts = partsOf(draft, payable, payment.sum_kop)
  const submit = () => {
    const body = form.checked(
      PostPayment,
      { version: payment.version, contractor_id: draft.buyer?.id ?? 0, parts },
      {
        ...(!draft.buyer && { contractor_id: 'Выберите покупателя' }),
        ...(draft.buyer && draft.contractId === null && { contract: 'Выберите договор' }),
      },
    )
    if (!body) return
    // Awaited as a promise: the domain event may arrive before the reply and unmount this form.
    void post.mutateAsync({ params: { id: payment.id }, body }).then(
      () => {
        toast({ severity: 'success', summary: `Платёж № ${payment.number} разнесён` })
        onClose()
      },
      (error: unknown) =>
        form.refuse(error, [
          'contractor_id',
          'parts',
          ...parts.flatMap((_, at) => ['sum_kop', 'invoice_id', 'contract_id'].map((name) => `parts.${at}.${name}`)),
        ]),
    )
  }
  const { parts: unnamed, ...fields } = form.errors.fields
  return {
    ...form,
    submit,
    busy: post.isPending,
    // Without a buyer or a contract there is nothing to allocate, and those fields show the error.
    fields: draft.contractId !== null && unnamed ? { ...fields, parts: unnamed } : fields,
  }
}

interface PostingProps {
  payment: Payment
  onAside: () => void
  onClose: () => void
}

/** Form that assigns a waiting payment. */
function Posting({ payment, onAside, onClose }: PostingProps) {
  const { draft, errors, fields, isDirty, change, busy, submit } = usePosting(payment, onClose)
  return (
    <FormDialog
      title={titleOf(payment)}
      submit="Разнести"
      form={{ errors, busy, submit }}
      isDirty={isDirty}
      onClose={onClose}
      acts={
        <Button look="ghost" onClick={onAside}>
          Не от покупателя
        </Button>
      }
      below={payment.postings.length > 0 && <Postings postings={payment.postings} />}
    >
      <Facts payment={payment} />
      <Notice tone={payment.suggestion ? 'info' : 'warn'}>
        {payment.wait_reason && `Не проведён сам: ${WAIT_REASONS[payment.wait_reason]}. `}
        {payment.suggestion && WHY[payment.suggestion.why]}
      </Notice>
      <PartsFields
        draft={draft}
        onChange={change}
        sumKop={payment.sum_kop}
        sellerId={payment.seller_id}
        errors={fields}
      />
    </FormDialog>
  )
}
