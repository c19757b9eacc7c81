import { IconCar, IconFileDownload, IconListDetails } from '@tabler/icons-react'
import { searchLogRoutes } from '@artikul/contract/analytics/searches'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasRole, useMay } from '../../../lib/session/current-session.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { query } from '../../../lib/api/query.ts'
import { ManagerRequest } from './product/manager-request.tsx'
import { CatalogGroups } from './catalog-groups.tsx'
import { FrequentPurchases } from './frequent-purchases.tsx'
import { RecentSearches } from './recent-searches.tsx'
import { Key } from '../../../ui/text/key.tsx'
import { clearSearches, readSearches } from './search-history.ts'

/** Catalogue page before a search. */
export function SearchStart() {
  const [searches, setSearches] = useState(readSearches)
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  return (
    <>
      <PageHeader title="Поиск запчастей" actions={<PriceListLink />} />
      <div className="flex flex-col gap-4">
        <Panel>
          <div className="flex items-center justify-between gap-x-8 gap-y-3 max-xl:flex-col max-xl:items-start">
            <div className="max-w-2xl text-sm text-text-2">
              <p className="text-base font-semibold text-text">Введите артикул, название или VIN в строку поиска</p>
              <p className="mt-1">
                Номер можно писать с пробелами, точками и дефисами, нужное количество — через звёздочку:{' '}
                <Article>26300-35503*4</Article>.
              </p>
              <p className="mt-1 max-md:hidden">
                <Key name="/" /> курсор в поиск <Key name="↑" /> <Key name="↓" /> строки <Key name="Enter" /> в корзину
              </p>
            </div>
            {isClient && <OtherWays />}
          </div>
        </Panel>
        {searches.length > 0 && (
          <Panel
            title="Вы искали"
            actions={
              <Button
                size="sm"
                look="ghost"
                onClick={() => {
                  clearSearches()
                  setSearches([])
                }}
              >
                {LABELS.clear}
              </Button>
            }
          >
            <RecentSearches searches={searches} />
          </Panel>
        )}
        {isClient && <CompanySearches own={searches} />}
        {isClient && <FrequentPurchases />}
        <CatalogGroups />
      </div>
    </>
  )
}

const SHOWN_OF_COMPANY = 10

/** Searches of colleagues that this browser has not made. */
function CompanySearches({ own }: { own: readonly string[] }) {
  const { data = [] } = useQuery(query(searchLogRoutes.recent, {}, { select: ({ results }) => results }))
  const known = new Set(own.map((text) => text.toLowerCase()))
  const others = data
    .map(({ typed }) => typed)
    .filter((typed) => !known.has(typed.toLowerCase()))
    .slice(0, SHOWN_OF_COMPANY)
  if (others.length === 0) return null
  return (
    <Panel title="Искали в компании">
      <RecentSearches searches={others} />
    </Panel>
  )
}

/** Ways to order without an article at hand. */
const OtherWays = () => (
  <nav aria-label="Другие способы заказать" className="flex flex-none flex-wrap gap-2 max-xl:flex-initial">
    <Link to="/search-by-document" className={buttonClass()}>
      <IconListDetails size={16} aria-hidden="true" />
      Список или шаблон
    </Link>
    <Link to="/garage" className={buttonClass()}>
      <IconCar size={16} aria-hidden="true" />
      Гараж
    </Link>
    <ManagerRequest />
  </nav>
)

function PriceListLink() {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const seesPrices = useMay('see_prices')
  if (!isClient || !seesPrices) return null
  return (
    <Link to="/price-list" className={buttonClass()}>
      <IconFileDownload size={16} aria-hidden="true" />
      Скачать прайс
    </Link>
  )
}
