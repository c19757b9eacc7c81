import type { Order } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { useHasRole, useSession } from '../../../lib/session/current-session.ts'
import { Notice } from '../../../ui/hints/notice.tsx'
import { ManagerLink } from '../../../ui/text/manager-link.tsx'

/** Notifies a client of lines past their expected day, with the manager to ask; staff see the marks of the lines. */
export function LateNotice({ order }: { order: Order }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const { user } = useSession()
  const count = order.lines.filter((line) => line.delay?.is_late).length
  if (!isClient || count === 0) return null
  return (
    <Notice tone="warn">
      {count === 1 ? 'Опаздывает' : 'Опаздывают'} {counted(count, 'строка', 'строки', 'строк')}: день ожидания прошёл,
      новый срок уточняется.
      {user?.manager && (
        <>
          {' '}
          Ваш менеджер: <ManagerLink manager={user.manager} />.
        </>
      )}
    </Notice>
  )
}
