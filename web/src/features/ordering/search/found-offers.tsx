import type { InsideOffer, OfferGroup } from '@artikul/contract/catalog/catalog'
import { IconFilterOff } from '@tabler/icons-react'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useIsNarrow } from '../../../lib/browser/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QtyStepper } from '../../../ui/fields/qty-stepper.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { filtersForClient, useClientView } from './client-view/client-view.ts'
import { ClientViewSwitch } from './client-view/client-view-bar.tsx'
import { FiltersPanel } from './filters-panel.tsx'
import { HidePurchase, InsideOffers } from './product/inside.tsx'
import { LastAdditions } from './offers/last-additions.tsx'
import { OfferList, SortField } from './offers/offer-list.tsx'
import { arrange, markBest, toRows, type OfferSort } from './search-result.ts'
import { useOfferFilters } from './offers/use-offer-filters.ts'

/** Offers of a search after the filters of the address. */
export function useFoundOffers(groups: readonly OfferGroup[]) {
  const { filters: urlFilters, qty, change, need } = useOfferFilters()
  const { shown } = useClientView()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const needed = qty ?? 1
  const filters = useMemo(() => (shown ? filtersForClient(urlFilters) : urlFilters), [urlFilters, shown])
  const arranged = useMemo(() => markBest(arrange(groups, filters, needed), needed), [groups, filters, needed])
  const rows = useMemo(() => toRows(arranged, closed), [arranged, closed])
  const toggle = useCallback(
    (code: string) =>
      setClosed((all) => {
        const next = new Set(all)
        if (!next.delete(code)) next.add(code)
        return next
      }),
    [],
  )
  return { groups, arranged, rows, filters, qty, needed, closed, toggle, change, need }
}

export type FoundOffers = ReturnType<typeof useFoundOffers>

interface ActionsProps {
  offers: FoundOffers
  inside: InsideOffer[] | undefined
}

interface HeaderProps extends ActionsProps {
  title: ReactNode
  subtitle: string
  /** Links before the actions of the offers. */
  links?: ReactNode
  /** True when the search box shows the title as well: on a phone it would only push the offers down. */
  isRepeated?: boolean
}

/** Header of a page of offers; on a phone their actions are in the filters. */
export function OffersHeader({ title, subtitle, links, isRepeated = false, ...actions }: HeaderProps) {
  const isNarrow = useIsNarrow()
  if (isNarrow && isRepeated)
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        {links && <div className="mb-2 flex gap-2">{links}</div>}
      </>
    )
  return (
    <PageHeader
      title={title}
      subtitle={subtitle}
      actions={
        <>
          {links}
          {!isNarrow && <OffersActions {...actions} />}
        </>
      }
    />
  )
}

function OffersActions({ offers: { groups, needed, need }, inside }: ActionsProps) {
  return (
    <>
      {inside && <HidePurchase />}
      <LastAdditions />
      <ClientViewSwitch />
      {groups.length > 0 && <Needed qty={needed} onChange={need} />}
    </>
  )
}

/** Needed quantity, applied to every offer and rounded up to its multiplicity. */
function Needed({ qty, onChange }: { qty: number; onChange: (qty: number) => void }) {
  return (
    <div className="flex items-center gap-2 text-sm">
      <span aria-hidden="true">Нужно</span>
      <QtyStepper label="Нужно, шт." value={qty} onValueChange={onChange} />
    </div>
  )
}

interface Props extends ActionsProps {
  /** Shown below the offers, beside the filters. */
  children?: ReactNode
}

/** Filters beside the table of offers. */
export function OffersWithFilters({ offers, inside, children }: Props) {
  const { groups, arranged, rows, filters, needed, toggle, change } = offers
  const isNarrow = useIsNarrow()
  const sort = filters.sort ?? 'price'
  const sortBy = (next: OfferSort) => change({ ...filters, sort: next })
  return (
    <div className="flex gap-4 max-xl:flex-col max-xl:gap-2">
      <FiltersPanel
        groups={groups}
        needed={needed}
        filters={filters}
        onChange={change}
        beside={isNarrow && <SortField sort={sort} onSortChange={sortBy} />}
      >
        {isNarrow && (
          <div className="flex flex-wrap items-center gap-3">
            <OffersActions offers={offers} inside={inside} />
          </div>
        )}
      </FiltersPanel>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <section aria-label="Предложения">
          <Panel flush>
            {arranged.length === 0 ? (
              <EmptyState
                icon={<IconFilterOff size={32} stroke={1.5} />}
                title="Под эти фильтры ничего не подходит"
                text="Снимите часть фильтров или увеличьте срок."
                action={<Button onClick={() => change({ sort: filters.sort })}>Сбросить</Button>}
              />
            ) : (
              <InsideOffers inside={inside}>
                <OfferList rows={rows} needed={needed} sort={sort} onSortChange={sortBy} onToggle={toggle} />
              </InsideOffers>
            )}
          </Panel>
        </section>
        {children}
      </div>
    </div>
  )
}
