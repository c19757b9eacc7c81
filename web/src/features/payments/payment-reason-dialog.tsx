import { PaymentReason, type Payment } from '@artikul/contract/payments'
import { useDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { usePaymentAct } from './payments.api.ts'

interface Props {
  payment: Payment
  act: 'undo' | 'setAside'
  onBack: () => void
  onClose: () => void
}

const WORDS = {
  setAside: {
    title: 'Поступление не от покупателя',
    description: 'Оно останется в списке и больше не будет ждать разнесения.',
    submit: 'Отложить',
    done: 'отложен',
  },
  undo: {
    title: 'Отменить разнесение',
    description:
      'Деньги уйдут из расчётов покупателя, счета снова станут неоплаченными, платёж будет ждать разнесения.',
    submit: 'Отменить разнесение',
    done: 'снова ждёт разнесения',
  },
  takeBack: {
    title: 'Вернуть в разнесение',
    description: 'Платёж снова будет ждать разнесения.',
    submit: 'Вернуть',
    done: 'снова ждёт разнесения',
  },
} as const

/** An act upon a payment that has to be explained. */
export function PaymentReasonDialog({ payment, act, onBack, onClose }: Props) {
  const form = useDraft({ reason: '' })
  const send = usePaymentAct(payment.id, act)
  const words = WORDS[act === 'undo' && payment.state === 'aside' ? 'takeBack' : act]
  const submit = () => {
    const body = form.checked(PaymentReason, { version: payment.version, reason: form.draft.reason })
    if (!body) return
    send.mutate(body, {
      onSuccess: () => {
        toast({ severity: 'success', summary: `Платёж № ${payment.number} ${words.done}` })
        onClose()
      },
      onError: (error) => form.refuse(error, ['reason']),
    })
  }
  return (
    <FormDialog
      width="sm"
      title={words.title}
      description={words.description}
      submit={words.submit}
      dangerous={act === 'undo' && payment.state === 'posted'}
      form={{ errors: form.errors, busy: send.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
      acts={
        <Button look="ghost" onClick={onBack}>
          Назад
        </Button>
      }
    >
      <TextArea
        label="Причина"
        required
        maxLength={500}
        value={form.draft.reason}
        onValueChange={(reason) => form.change({ reason })}
        error={form.errors.fields['reason']}
      />
    </FormDialog>
  )
}
