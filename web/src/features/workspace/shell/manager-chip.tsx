import { IconHeadset, IconMail, IconMessageQuestion, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../lib/session/current-session.ts'
import { phone, telUrl } from '../../../lib/text/format.ts'
import { Popover } from '../../../ui/windows/popover.tsx'

const ACTION = 'flex min-h-9 items-center gap-2 rounded-md px-2 text-sm hover:bg-group pointer-coarse:min-h-11'

/** The client's manager in the header: call, write, ask. */
export function ManagerChip() {
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  const manager = user?.manager
  if (!manager) return null
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Ваш менеджер"
      className="w-72 p-2"
      trigger={
        <button
          type="button"
          aria-label={`Ваш менеджер: ${manager.full_name}`}
          data-tooltip=""
          className="grid size-8 flex-none place-items-center rounded-md text-text-2 hover:bg-group hover:text-text pointer-coarse:size-11"
        >
          <IconHeadset size={20} aria-hidden="true" />
        </button>
      }
    >
      <p className="px-2 pt-1 text-xs text-text-2">Ваш менеджер</p>
      <p className="px-2 pb-2 text-sm font-semibold">{manager.full_name}</p>
      {manager.phone && (
        <a href={telUrl(manager.phone)} className={ACTION}>
          <IconPhone size={16} aria-hidden="true" className="text-text-2" />
          {phone(manager.phone)}
        </a>
      )}
      <a href={`mailto:${manager.email}`} className={ACTION}>
        <IconMail size={16} aria-hidden="true" className="text-text-2" />
        <span className="min-w-0 truncate">{manager.email}</span>
      </a>
      <Link to="/requests/new" className={ACTION} onClick={() => setOpen(false)}>
        <IconMessageQuestion size={16} aria-hidden="true" className="text-text-2" />
        Запрос менеджеру
      </Link>
    </Popover>
  )
}
