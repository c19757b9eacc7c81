import { MAX_UNREAD } from '@artikul/contract/workspace/notifications'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../../lib/session/current-session.ts'
import { unreadQuery } from '../../../lib/queries/notifications-query.ts'
import { Popover } from '../../../ui/windows/popover.tsx'
import { BellPanel } from './bell-panel.tsx'

const nameOf = (unread: number) => {
  if (unread === 0) return 'Уведомления'
  return unread >= MAX_UNREAD
    ? `Уведомления: больше ${MAX_UNREAD - 1} непрочитанных`
    : `Уведомления: ${counted(unread, 'непрочитанное', 'непрочитанных', 'непрочитанных')}`
}

/** Bell with recent notifications in every page's header. */
export function Bell() {
  const { user, contractor } = useSession()
  const [open, setOpen] = useState(false)
  const { data: unread = 0 } = useQuery({
    ...unreadQuery,
    enabled: user !== null && !user.must_set_second_factor,
  })
  if (!user || user.must_set_second_factor) return null
  return (
    <Popover
      key={`${user.id} ${contractor?.id ?? ''}`}
      open={open}
      onOpenChange={setOpen}
      label="Уведомления"
      className="w-96 p-0!"
      trigger={
        <button
          type="button"
          aria-label={nameOf(unread)}
          className="relative grid size-8 flex-none place-items-center rounded-md text-text-2 hover:bg-group hover:text-text pointer-coarse:size-11"
        >
          <IconBell size={20} aria-hidden="true" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-0 right-0 min-w-[1.125rem] rounded-full bg-primary-fill px-1 text-center text-[0.6875rem] leading-4 font-semibold text-white"
            >
              {unread >= MAX_UNREAD ? `${MAX_UNREAD - 1}+` : unread}
            </span>
          )}
        </button>
      }
    >
      <BellPanel unread={unread} onLeave={() => setOpen(false)} />
    </Popover>
  )
}
