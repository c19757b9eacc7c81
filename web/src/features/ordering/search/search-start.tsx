import { IconFileDownload, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasRole, useMay } from '../../../lib/session/current-session.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { ManagerRequest } from './product/manager-request.tsx'
import { RecentSearches } from './recent-searches.tsx'
import { Key } from '../../../ui/text/key.tsx'
import { clearSearches, readSearches } from './search-history.ts'

/** Catalogue page before a search. */
export function SearchStart() {
  const [searches, setSearches] = useState(readSearches)
  return (
    <>
      <PageHeader title="Поиск запчастей" actions={<PriceListLink />} />
      <div className="flex flex-col gap-4">
        <section className="rounded-lg border border-hairline bg-surface">
          <EmptyState
            icon={<IconSearch size={32} stroke={1.5} />}
            title="Введите артикул в строку поиска"
            text={
              <>
                <p>
                  Номер можно писать как угодно: с пробелами, точками и дефисами. Нужное количество — через звёздочку:{' '}
                  <Article>26300-35503*4</Article>.
                </p>
                <p className="mt-2 max-md:hidden">
                  <Key name="/" /> курсор в поиск <Key name="↑" /> <Key name="↓" /> строки <Key name="Enter" /> в
                  корзину
                </p>
              </>
            }
            action={<ManagerRequest />}
          />
        </section>
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
      </div>
    </>
  )
}

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
