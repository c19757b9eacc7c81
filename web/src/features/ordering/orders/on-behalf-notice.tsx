import { orderRoutes, type Order } from '@artikul/contract/ordering/orders/orders'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { moment, phone } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

interface Props {
  order: Order
  onBehalf: NonNullable<Order['on_behalf']>
}

/** Notice of an order that a manager placed on a verbal confirmation, with a button to dispute it. */
export function OnBehalfNotice({ order, onBehalf }: Props) {
  const client = useHasRole('ContractorAdmin', 'ContractorUser')
  const dispute = useApiMutation(orderRoutes.dispute, {
    onSuccess: useInvalidate(`orders/${order.id}`),
    onError: toastRefusal('Не отправлено'),
  })
  const { manager, confirmed_by, confirmed_phone, at, disputed_at } = onBehalf
  const ask = async () => {
    const sure = await confirm({
      title: 'Вы не подтверждали этот заказ?',
      text: 'Мы сообщим об этом менеджеру. Заказ останется в работе, пока он не свяжется с вами.',
      dangerous: true,
    })
    if (sure) dispute.mutate({ params: { id: order.id } })
  }
  return (
    <Notice tone={disputed_at ? 'warn' : 'info'}>
      <p>
        Оформил менеджер {manager} со слов: {confirmed_by}, {phone(confirmed_phone)}, {moment(at)}
      </p>
      {disputed_at && (
        <p className="mt-1 font-semibold">
          {client ? 'Вы не подтвердили' : 'Клиент не подтвердил'} этот заказ {moment(disputed_at)}, менеджер извещён
        </p>
      )}
      {order.can.dispute && (
        <Button size="sm" className="mt-2" busy={dispute.isPending} onClick={() => void ask()}>
          Я этого не подтверждал
        </Button>
      )}
    </Notice>
  )
}
