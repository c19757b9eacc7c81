import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Suggested next step. */
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, text, icon, action }: Props) {
  return (
    <div className="flex flex-col items-center px-5 py-12 text-center">
      <span className="mb-3 text-text-3" aria-hidden="true">
        {icon ?? <IconInbox size={32} stroke={1.5} />}
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {text && <div className="mt-1 max-w-lg text-sm text-text-2">{text}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
