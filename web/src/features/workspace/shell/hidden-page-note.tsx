import { IconEyeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** Tells managers that nobody else finds the page. */
export const HiddenPageNote = () => (
  <p className="mx-auto mb-3 flex max-w-2xl flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-hairline bg-surface px-3 py-2 text-sm">
    <IconEyeOff size={16} aria-hidden="true" className="text-text-2" />
    <span>Страница скрыта: её видят только менеджеры.</span>
    <Link to="/settings" search={{ tab: 'portal' }} className="quiet-link">
      Показать всем
    </Link>
  </p>
)
