import { counted } from '@artikul/contract/core/plural'
import { IconFileSpreadsheet, IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState, type ReactNode } from 'react'
import { useSession } from '../../../lib/session/current-session.ts'
import { changeApprovalsQuery } from '../../../lib/queries/change-approvals-query.ts'
import { useDestination } from '../../../lib/page/destination.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { CutoffsPanel } from './cutoffs-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { newestOrdersQuery, pointsCutoffsQuery, todayQuery } from './home.api.ts'
import { OrdersPanel } from './orders-panel.tsx'
import { ComingPanel } from './coming-panel.tsx'
import { LatePanel } from './late-panel.tsx'

/** Panels of other features, provided by the route. */
export interface HomeParts {
  /** Change approvals of the client. */
  decisions?: ReactNode
  /** Balance with the seller. */
  standing?: ReactNode
  carts?: ReactNode
  spend?: ReactNode
  /** Recent searches. */
  searched?: ReactNode
  /** Latest news. */
  news?: ReactNode
}

/** Panels of the client's home: pending tasks first, then recent activity. */
export function ClientHome(parts: HomeParts) {
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
                <IconShoppingCart size={16} aria-hidden="true" />В корзине {counted(lines, 'строка', 'строки', 'строк')}
              </Link>
            )}
            {/* Hidden on a phone: its menu has this link, and a second row of buttons would push content down. */}
            <Link to="/search-by-document" className={buttonClass({}, 'max-sm:hidden')}>
              <IconFileSpreadsheet size={16} aria-hidden="true" />
              Заказ по списку
            </Link>
            <Link to="/catalog" className={buttonClass({ look: 'primary' })}>
              <IconSearch size={16} aria-hidden="true" />
              Найти деталь
            </Link>
          </>
        }
      />
      {contractor && <Body {...parts} />}
    </>
  )
}

/** True when all panels are loaded. Empty panels are hidden and must not move the others. */
function useIsKnown(): boolean {
  const { asked: consigneeId } = useDestination()
  const pending = [
    useQuery(changeApprovalsQuery).isPending,
    useQuery(todayQuery).isPending,
    useQuery(newestOrdersQuery()).isPending,
    useQuery(newestOrdersQuery('awaiting_payment')).isPending,
    useQuery(newestOrdersQuery('on_hold')).isPending,
    useQuery(pointsCutoffsQuery(consigneeId)).isPending,
  ]
  // A failed panel becomes pending again when it reloads, but the panels remain.
  const [wasKnown, setWasKnown] = useState(false)
  const isKnown = wasKnown || !pending.includes(true)
  if (isKnown !== wasKnown) setWasKnown(isKnown)
  return isKnown
}

function Body({ decisions, standing, carts, spend, searched, news }: HomeParts) {
  const isKnown = useIsKnown()
  const isNew = useQuery(newestOrdersQuery()).data?.pagination.total_count === 0
  if (!isKnown) return <BodySkeleton />
  return (
    <Suspense fallback={<BodySkeleton />}>
      {!isNew && <div className="mb-4">{decisions}</div>}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {isNew && <FirstSteps />}
          <TodayPanels />
          <OrdersPanel title="Ожидают оплаты" status="awaiting_payment" invoices />
          <OrdersPanel title="Приостановлены" status="on_hold" />
          <OrdersPanel title="Последние заказы" />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {standing}
          <CutoffsPanel />
          {carts}
          {searched}
          {spend}
          {news}
        </div>
      </div>
    </Suspense>
  )
}

const BodySkeleton = () => (
  // As tall as the screen, so that the footer is not visible before the taller content replaces it.
  <div className="min-h-dvh">
    <Panel flush className="mb-4">
      <SkeletonRows count={2} />
    </Panel>
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Panel flush>
          <SkeletonRows count={7} />
        </Panel>
        <Panel flush>
          <SkeletonRows count={7} />
        </Panel>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Panel flush>
          <SkeletonRows count={4} />
        </Panel>
        <Panel flush>
          <SkeletonRows count={7} />
        </Panel>
      </div>
    </div>
  </div>
)

/** «Опаздывают» and «Придёт сегодня», both from one query. */
function TodayPanels() {
  const today = useQuery(todayQuery)
  if (!today.data)
    return (
      <QueryPanel query={today} title="Опаздывают и придёт сегодня">
        {() => null}
      </QueryPanel>
    )
  return (
    <>
      <LatePanel {...today.data.late} />
      <ComingPanel {...today.data.coming} />
    </>
  )
}
