import { createElement } from 'react'
import CartsPanel from '../../features/ordering/cart/carts-panel.tsx'
import { cartsQuery, cartSumsQuery } from '../../features/ordering/cart/cart.api.ts'
import SearchedPanel from '../../features/ordering/search/searched-panel.tsx'
import { ClientHome } from '../../features/workspace/home/client-home.tsx'
import { newestOrdersQuery, pointsCutoffsQuery, todayQuery } from '../../features/workspace/home/home.api.ts'
import LatestNews from '../../features/site/news/latest-news.tsx'
import ApprovalsPanel from '../../features/ordering/orders/change-approvals/approvals-panel.tsx'
import { settledContractsQuery, spendMonthsQuery } from '../../features/billing/statements/settlements.api.ts'
import SpendPanel from '../../features/billing/statements/spend-panel.tsx'
import BalancePanel from '../../features/billing/statements/balance-panel.tsx'
import { session } from '../../lib/session/current-session.ts'
import { changeApprovalsQuery } from '../../lib/queries/change-approvals-query.ts'
import { knownDestination } from '../../lib/page/destination.ts'
import { prefetch, prefetchQuick } from '../../lib/api/query-client.ts'

/** Prefetches the queries that determine the set of panels, in parallel to the code. */
export function read() {
  const { user } = session.getState()
  prefetch(cartsQuery)
  if (user?.may.see_prices) prefetch(cartSumsQuery)
  if (user?.may.see_settlements) {
    prefetch(settledContractsQuery)
    prefetch(spendMonthsQuery())
  }
  return Promise.all([
    prefetchQuick(changeApprovalsQuery),
    prefetchQuick(todayQuery),
    prefetchQuick(newestOrdersQuery()),
    prefetchQuick(newestOrdersQuery('awaiting_payment')),
    prefetchQuick(newestOrdersQuery('on_hold')),
    prefetchQuick(pointsCutoffsQuery(knownDestination())),
  ])
}

/** Panels of the client's home from many features, connected by the route. */
const PARTS = {
  decisions: createElement(ApprovalsPanel),
  standing: createElement(BalancePanel),
  carts: createElement(CartsPanel),
  spend: createElement(SpendPanel),
  searched: createElement(SearchedPanel),
  news: createElement(LatestNews),
}

export const Page = () => createElement(ClientHome, PARTS)
