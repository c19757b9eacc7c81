import { VEHICLE_NUMBER_LABELS } from '@artikul/contract/companies/vehicle-numbers'
import { counted } from '@artikul/contract/core/plural'
import { MATCH_REASONS, type SearchReply } from '@artikul/contract/ordering/search'
import { IconFilterOff, IconSearchOff } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fragment, Suspense, useCallback, useMemo, useState } from 'react'
import { Article } from '../../../ui/text/article.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QtyStepper } from '../../../ui/fields/qty-stepper.tsx'
import { ManagerRequest } from './product/manager-request.tsx'
import { UnavailableGoods } from './unavailable-goods.tsx'
import type { CatalogSearchResult } from './catalog.api.ts'
import { filtersForClient, foundForClient, useClientView } from './client-view/client-view.ts'
import { ClientViewBar, ClientViewSwitch } from './client-view/client-view-bar.tsx'
import { FiltersPanel } from './filters-panel.tsx'
import { NamedProducts } from './product/named-products.tsx'
import { MakerChoice } from './product/product-choice.tsx'
import { HidePurchase, InsideOffers } from './product/inside.tsx'
import { LastAdditions } from './offers/last-additions.tsx'
import { OfferList } from './offers/offer-list.tsx'
import { OnlineBlock } from './online-offers/online-block.tsx'
import { arrange, markBest, offersCount, toRows } from './search-result.ts'
import { useVehicleSearch, type VehicleSearch } from './vehicle-search.ts'
import { useOfferFilters } from './offers/use-offer-filters.ts'

const route = getRouteApi('/catalog')

/** Search results. `reply` is the server's answer; the client view applies the buyer's markup to it. */
export function SearchResults({ q, reply: answered }: { q: string; reply: CatalogSearchResult }) {
  const { maker } = route.useSearch()
  const { filters: urlFilters, qty, change, need } = useOfferFilters()
  const needed = qty ?? 1
  const { shown } = useClientView()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())

  const reply = useMemo(() => (shown ? foundForClient(answered, shown) : answered), [answered, shown])
  const filters = useMemo(() => (shown ? filtersForClient(urlFilters) : urlFilters), [urlFilters, shown])
  const groups = useMemo(
    () => markBest(arrange(reply.groups, filters, needed), needed),
    [reply.groups, filters, needed],
  )
  const rows = useMemo(() => toRows(groups, closed), [groups, closed])
  const toggle = useCallback(
    (code: string) =>
      setClosed((all) => {
        const next = new Set(all)
        if (!next.delete(code)) next.add(code)
        return next
      }),
    [],
  )
  const asked = useVehicleSearch(q)
  const choosing = reply.makers.length > 1 && maker === undefined
  const online = (
    <OnlineBlock
      q={q}
      isMeant={!choosing && isArticle(reply, asked)}
      filters={filters}
      needed={needed}
      closed={closed}
      onToggle={toggle}
      onSortChange={(sort) => change({ ...filters, sort })}
    />
  )
  return (
    <>
      <PageHeader
        title={
          <>
            <span className="max-sm:sr-only">Результаты поиска: </span>
            <Article>{q}</Article>
          </>
        }
        subtitle={subtitleOf(reply, offersCount(groups), asked)}
        actions={
          <>
            {maker !== undefined && (
              <Link to="/catalog" search={{ q }} className={buttonClass()}>
                Другой производитель
              </Link>
            )}
            {reply.inside && <HidePurchase />}
            <LastAdditions />
            <ClientViewSwitch />
            {reply.groups.length > 0 && <Needed qty={needed} onChange={need} />}
          </>
        }
      />
      <ClientViewBar />
      <div className="flex flex-col gap-3">
        {reply.interpreted_as && <FoundAs {...reply.interpreted_as} />}
        {reply.corrected.length > 0 && <Corrected words={reply.corrected} />}
        {choosing && <MakerChoice q={q} makers={reply.makers} />}
        {reply.products.length > 0 && <NamedProducts key={q} products={reply.products} facets={reply.facets} />}
        <OtherFindings q={q} qty={qty} asked={asked} found={reply.found} />
        {!choosing && <UnavailableGoods groups={reply.groups} qty={qty} />}
        {reply.offers_count > 0 && (
          <div className="flex gap-4 max-xl:flex-col max-xl:gap-2">
            <FiltersPanel groups={reply.groups} needed={needed} filters={filters} onChange={change} />
            <div className="flex min-w-0 flex-1 flex-col gap-3">
              <section aria-label="Предложения">
                <Panel flush>
                  {groups.length === 0 ? (
                    <EmptyState
                      icon={<IconFilterOff size={32} stroke={1.5} />}
                      title="Под эти фильтры ничего не подходит"
                      text="Снимите часть фильтров или увеличьте срок."
                      action={<Button onClick={() => change({ sort: filters.sort })}>Сбросить</Button>}
                    />
                  ) : (
                    <InsideOffers inside={reply.inside}>
                      <OfferList
                        rows={rows}
                        needed={needed}
                        sort={filters.sort ?? 'price'}
                        onSortChange={(sort) => change({ ...filters, sort })}
                        onToggle={toggle}
                      />
                    </InsideOffers>
                  )}
                </Panel>
              </section>
              {online}
            </div>
          </div>
        )}
        {reply.offers_count === 0 && online}
      </div>
    </>
  )
}

function subtitleOf({ found, products }: SearchReply, offers: number, asked: VehicleSearch | null): string {
  if (found === 'name') return counted(products.length, 'деталь', 'детали', 'деталей')
  if (found === 'nothing' && asked) return VEHICLE_NUMBER_LABELS[asked.number.kind]
  return counted(offers, 'предложение', 'предложения', 'предложений')
}

/** Checks whether suppliers may know the text: words of names and numbers of vehicles are not theirs. */
const isArticle = ({ found }: SearchReply, asked: VehicleSearch | null) =>
  found !== 'name' && !(asked !== null && found === 'nothing')

interface OtherFindingsProps {
  q: string
  qty: number | undefined
  asked: VehicleSearch | null
  found: SearchReply['found']
}

/** Vehicle whose number was searched, or what to do when nothing was found. */
function OtherFindings({ q, qty, asked, found }: OtherFindingsProps) {
  if (!asked) return found === 'nothing' && <NothingFound q={q} qty={qty} />
  const { number, Vehicle } = asked
  return (
    <Suspense>
      <Vehicle number={number} hasGoods={found !== 'nothing'} />
    </Suspense>
  )
}

/** Interpretation that was searched instead of the typed text, with the reason. */
function FoundAs({ brand, article, match_reason }: NonNullable<SearchReply['interpreted_as']>) {
  const isGuess = match_reason === 'look_alikes'
  return (
    <Notice tone={isGuess ? 'warn' : 'info'}>
      {isGuess ? 'Такого номера нет. Возможно, вы искали ' : 'Найдено как '}
      {brand && <span className="font-medium">{brand} </span>}
      <Article>{article}</Article>: {MATCH_REASONS[match_reason]}.
    </Notice>
  )
}

/** Words corrected as misspelt, with the words searched instead. */
function Corrected({ words }: { words: SearchReply['corrected'] }) {
  return (
    <Notice tone="info">
      Исправлено:{' '}
      {words.map(({ typed, read }, at) => (
        <Fragment key={typed}>
          {at > 0 && ', '}«{typed}» → <span className="font-medium">«{read}»</span>
        </Fragment>
      ))}
      . Как набрано, ничего не нашлось.
    </Notice>
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

function NothingFound({ q, qty }: { q: string; qty: number | undefined }) {
  return (
    <Panel flush>
      <EmptyState
        icon={<IconSearchOff size={32} stroke={1.5} />}
        title="Ничего не найдено"
        text={
          <>
            <Article>{q}</Article>: нет ни такого номера, ни таких слов в названиях. Пробелы, точки и дефисы не важны,
            русские и латинские буквы, раскладку и производителя рядом с номером различаем сами. Если номер верен,
            спросите вашего менеджера: его телефон внизу страницы.
          </>
        }
        action={<ManagerRequest about={q} qty={qty} />}
      />
    </Panel>
  )
}
