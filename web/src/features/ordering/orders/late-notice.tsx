import type { Order } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { useSession } from '../../../lib/session/current-session.ts'
import { Notice } from '../../../ui/hints/notice.tsx'
import { ManagerLink } from '../../../ui/text/manager-link.tsx'

/** Notice of lines past their expected day, with the manager to ask. */
export function LateNotice({ order }: { order: Order }) {
  const { user } = useSession()
  const count = order.lines.filter((line) => line.delay?.is_late).length
  if (count === 0) return null
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
