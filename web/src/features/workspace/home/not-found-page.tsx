import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'

export function NotFoundPage() {
  return (
    <div className="flex flex-col items-center px-5 py-16 text-center">
      <IconMapOff size={40} stroke={1.5} aria-hidden="true" className="text-text-3" />
      <h1 className="mt-3 text-xl font-semibold">Страница не найдена</h1>
      <p className="mt-1 text-sm text-text-2">Проверьте адрес или начните с главной страницы.</p>
      <Link to="/" className={buttonClass({}, 'mt-4')}>
        На главную
      </Link>
    </div>
  )
}
