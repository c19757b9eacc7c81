import { counted } from '@artikul/contract/plural'
import { IconPackages, IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { useSession } from '../../lib/current-session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/list-page.tsx'
import { OrdersPanel } from './orders-panel.tsx'

/** What waits for the buyer first, then what he did last. */
export function ClientHome({ decisions, news }: { decisions: ReactNode; news: ReactNode }) {
  const { user, contractor } = useSession()
  const lines = user?.cart_lines ?? 0
  return (
    <>
      <PageHeader
        title={contractor?.name ?? 'Главная'}
        subtitle={contractor ? `ИНН ${contractor.inn}` : 'Выберите компанию в шапке страницы'}
        actions={
          <>
            {lines > 0 && (
              <Link to="/cart" className={buttonClass()}>
                <IconShoppingCart size={16} aria-hidden="true" />В корзине{' '}
                {counted(lines, 'позиция', 'позиции', 'позиций')}
              </Link>
            )}
            <Link to="/catalog" className={buttonClass({ look: 'primary' })}>
              <IconSearch size={16} aria-hidden="true" />
              Найти деталь
            </Link>
          </>
        }
      />
      <div className="mb-4">{decisions}</div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <OrdersPanel
            title="Последние заказы"
            empty={
              <>
                <IconPackages size={16} aria-hidden="true" /> Заказов пока нет. Начните с поиска по артикулу.
              </>
            }
          />
          <Suspense>{news}</Suspense>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <OrdersPanel title="Ожидают оплаты" status="awaiting_payment" empty="Неоплаченных заказов нет." invoices />
          <OrdersPanel title="Приостановлены" status="on_hold" empty="Приостановленных заказов нет." />
        </div>
      </div>
    </>
  )
}
