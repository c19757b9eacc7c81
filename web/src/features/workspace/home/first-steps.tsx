import { IconFileSpreadsheet, IconMapPin, IconSearch, IconUserPlus, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHasRole, useMay } from '../../../lib/session/current-session.ts'
import { Panel } from '../../../ui/panel.tsx'

interface Step {
  to: '/catalog' | '/search-by-document' | '/consignees' | '/manager'
  icon: Icon
  title: string
  text: string
  isFor: boolean
}

/** First steps of a company without orders, limited to the user's permissions. */
export function FirstSteps() {
  const isAdmin = useHasRole('ContractorAdmin')
  const changesPoints = useMay('change_points')
  const steps: Step[] = [
    {
      to: '/catalog',
      icon: IconSearch,
      title: 'Найти деталь',
      text: 'По артикулу, названию или штрихкоду: строка поиска — вверху каждой страницы.',
      isFor: true,
    },
    {
      to: '/search-by-document',
      icon: IconFileSpreadsheet,
      title: 'Загрузить список',
      text: 'Файл или текст с артикулами и количеством: подберём предложения ко всем строкам сразу.',
      isFor: true,
    },
    {
      to: '/consignees',
      icon: IconMapPin,
      title: 'Добавить точку доставки',
      text: 'Сроки в поиске считаются для вашего адреса и рейсов к нему.',
      isFor: changesPoints,
    },
    {
      to: '/manager',
      icon: IconUserPlus,
      title: 'Пригласить сотрудников',
      text: 'Каждому — свои точки, цены и право оформлять заказы.',
      isFor: isAdmin,
    },
  ]
  return (
    <Panel flush title="С чего начать">
      <ul className="grid sm:grid-cols-2">
        {steps
          .filter(({ isFor }) => isFor)
          .map(({ to, icon: StepIcon, title, text }) => (
            <li key={title} className="flex items-start gap-3 px-4 py-3">
              <StepIcon size={22} stroke={1.5} aria-hidden="true" className="mt-0.5 flex-none text-primary" />
              <div className="min-w-0">
                <Link to={to} className="font-semibold underline-offset-2 hover:underline">
                  {title}
                </Link>
                <p className="text-sm text-text-2">{text}</p>
              </div>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
