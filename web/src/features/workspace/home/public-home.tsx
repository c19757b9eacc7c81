import {
  IconBuildingWarehouse,
  IconCalendarCheck,
  IconFileInvoice,
  IconReplace,
  IconSearch,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState, type ReactNode } from 'react'
import { usePortal } from '../../../lib/page/portal.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'

const ADVANTAGES = [
  {
    icon: IconSearch,
    title: 'Поиск по номеру',
    text: 'Оригинал, замены и аналоги в одном списке. Номер понимаем с пробелами, дефисами и русскими буквами.',
  },
  {
    icon: IconBuildingWarehouse,
    title: 'Честный остаток',
    text: 'Свой склад резервируется до штуки. Остаток партнёра показан так, как он его называет.',
  },
  {
    icon: IconCalendarCheck,
    title: 'Две даты',
    text: '«Ожидаем» — когда придёт обычно, «Гарантируем» — не позже чего. Для вашей точки, а не вообще.',
  },
  {
    icon: IconReplace,
    title: 'Ваши цены',
    text: 'Цена с НДС по вашему договору видна сразу. Если она изменилась до оформления, спросим вас.',
  },
  {
    icon: IconUsersGroup,
    title: 'Сотрудники и точки',
    text: 'Каждому грузополучателю — свои строки и сроки, каждой строке — ваша пометка.',
  },
  {
    icon: IconFileInvoice,
    title: 'Счёт за секунду',
    text: 'Счёт на оплату с кодом для банка, PDF и XLSX — сразу после оформления заказа.',
  },
]

const STEPS = [
  'Зарегистрируйте компанию по ИНН и подтвердите почту.',
  'Менеджер проверит заявку, заключит договор и откроет вам цены.',
  'Ищите, заказывайте и получайте счета в этом портале.',
]

export function PublicHome({ brands, news }: Record<'brands' | 'news', ReactNode>) {
  const navigate = useNavigate()
  const { name } = usePortal()
  const [text, setText] = useState('')
  const search = (value: string) => {
    const q = value.trim()
    const redirect = q ? `/catalog?${new URLSearchParams({ q })}` : '/catalog'
    void navigate({ to: '/login', search: { redirect } })
  }
  return (
    <div className="mx-auto max-w-5xl py-6 md:py-12">
      <h1 className="max-w-3xl text-2xl font-semibold">{name}: автозапчасти оптом для сервисов, магазинов и парков</h1>
      <p className="mt-2 max-w-2xl text-base text-text-2">
        Найдите деталь по номеру, сравните цену и срок, оформите заказ на нужную точку и сразу получите счёт.
      </p>
      <div className="mt-5 flex max-w-2xl gap-2">
        <div className="min-w-0 flex-1">
          <SearchInput
            label="Поиск запчастей"
            placeholder="Введите артикул или номер детали"
            value={text}
            onValueChange={setText}
            onSubmit={search}
          />
        </div>
        <Button look="primary" onClick={() => search(text)}>
          Найти
        </Button>
      </div>
      <p className="mt-1.5 text-xs text-text-2">Цены и остатки открываются после входа.</p>
      <h2 className="mt-10 mb-3 text-xl font-semibold">Что даёт портал</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {ADVANTAGES.map(({ icon: Icon, title, text: about }) => (
          <li key={title} className="rounded-lg border border-hairline bg-surface p-4">
            <Icon size={22} stroke={1.5} aria-hidden="true" className="text-primary" />
            <h3 className="mt-2 text-base font-semibold">{title}</h3>
            <p className="mt-1 text-sm text-text-2">{about}</p>
          </li>
        ))}
      </ul>
      <h2 className="mt-10 mb-3 text-xl font-semibold">Как стать клиентом</h2>
      <ol className="grid gap-3 sm:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3 text-sm">
            <span aria-hidden="true" className="text-2xl font-semibold text-primary">
              {index + 1}
            </span>
            <span className="pt-1.5">{step}</span>
          </li>
        ))}
      </ol>
      <Link to="/registration" className={buttonClass({}, 'mt-4')}>
        Зарегистрировать компанию
      </Link>
      <Suspense>
        {brands}
        {news}
      </Suspense>
    </div>
  )
}
