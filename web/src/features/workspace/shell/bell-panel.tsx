import {
  notificationPath,
  notificationRoutes,
  notificationText,
  type Notification,
} from '@artikul/contract/workspace/notifications'
import { isStaff } from '@artikul/contract/core/roles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../../lib/session/current-session.ts'
import { moment } from '../../../lib/text/format.ts'
import { notificationsQuery } from '../../../lib/queries/notifications-query.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

interface Props {
  unread: number
  /** Called when the user follows a notification. */
  onLeave: () => void
}

export function BellPanel({ unread, onLeave }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(notificationsQuery)
  const { mutate, isPending } = useApiMutation(notificationRoutes.read, {
    invalidates: ['notifications'],
    onError: toastRefusal('Не отмечено'),
  })
  const items = data?.pages.flatMap(({ results }) => results) ?? []
  const [newest] = items
  const follow = ({ id, is_read: isRead }: Notification) => {
    if (!isRead) mutate({ body: { id, and_older: false } })
    onLeave()
  }
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 border-b border-hairline py-1.5 pr-2 pl-3">
        <h2 className="text-base font-semibold">Уведомления</h2>
        {unread > 0 && newest && (
          <Button
            look="ghost"
            size="sm"
            busy={isPending}
            onClick={() => mutate({ body: { id: newest.id, and_older: true } })}
          >
            Отметить всё прочитанным
          </Button>
        )}
      </div>
      <div className="max-h-[min(32rem,70dvh)] overflow-y-auto">
        {!data && <QueryFallback error={error} onRetry={refetch} rows={4} />}
        {data && items.length === 0 && (
          <EmptyState
            icon={<IconBell size={32} stroke={1.5} />}
            title="Пока ничего не произошло"
            text="Здесь появятся новости о заказах, отгрузках и запросах."
          />
        )}
        {items.length > 0 && (
          <ul>
            {items.map((item) => (
              <Item key={item.id} item={item} onFollow={() => follow(item)} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="flex justify-center p-2">
            <Button look="ghost" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Показать ещё
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

function Item({ item, onFollow }: { item: Notification; onFollow: () => void }) {
  const forStaff = isStaff(rolesOf(useSession().user))
  const [to = '/', search = ''] = notificationPath(item, forStaff).split('?')
  return (
    <li className="border-b border-hairline last:border-b-0">
      <Link
        to={to}
        search={Object.fromEntries(new URLSearchParams(search))}
        onClick={onFollow}
        className="flex gap-2 px-3 py-2 text-text no-underline -outline-offset-2! hover:bg-group"
      >
        <span
          className={cx('mt-1.5 size-1.5 flex-none rounded-full', item.is_read ? 'bg-transparent' : 'bg-primary')}
        />
        <span className="min-w-0 flex-1">
          <span className={cx('block [overflow-wrap:anywhere]', !item.is_read && 'font-medium')}>
            {!item.is_read && <span className="sr-only">Не прочитано: </span>}
            {notificationText(item, forStaff)}
          </span>
          <span className="mt-0.5 block text-xs text-text-2">
            {[item.contractor, moment(item.at)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
    </li>
  )
}
