import { paymentRoutes, type Payment } from '@artikul/contract/billing/payments'
import { Button } from '../../../ui/button.tsx'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { PAYMENT_KEYS } from './payments.api.ts'

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

/** Asks for the reason of an action on a payment. */
export function PaymentReasonDialog({ payment, act, onBack, onClose }: Props) {
  const send = useApiMutation(paymentRoutes[act], { onSuccess: useInvalidate(...PAYMENT_KEYS) })
  const { done, ...words } = WORDS[act === 'undo' && payment.state === 'aside' ? 'takeBack' : act]
  return (
    <ReasonDialog
      {...words}
      dangerous={act === 'undo' && payment.state === 'posted'}
      acts={
        <Button look="ghost" onClick={onBack}>
          Назад
        </Button>
      }
      send={(reason) => send.mutateAsync({ params: { id: payment.id }, body: { version: payment.version, reason } })}
      done={`Платёж № ${payment.number} ${done}`}
      onClose={onClose}
    />
  )
}
