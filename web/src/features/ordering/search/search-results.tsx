import { VEHICLE_NUMBER_LABELS } from '@artikul/contract/companies/vehicle-numbers'
import { counted } from '@artikul/contract/core/plural'
import { MATCH_REASONS, MAX_NAMED, type SearchReply } from '@artikul/contract/ordering/search'
import { IconSearchOff } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fragment, Suspense, useMemo } from 'react'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { Article } from '../../../ui/text/article.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ManagerRequest } from './product/manager-request.tsx'
import { UnavailableGoods } from './unavailable-goods.tsx'
import type { CatalogSearchResult } from './catalog.api.ts'
import { foundForClient, useClientView } from './client-view/client-view.ts'
import { ClientViewBar } from './client-view/client-view-bar.tsx'
import { OffersHeader, OffersWithFilters, useFoundOffers } from './found-offers.tsx'
import { PropertyChoices, UnofferedProducts, useProductSelection } from './product/product-selection.tsx'
import { MakerChoice } from './product/product-choice.tsx'
import { OnlineBlock } from './online-offers/online-block.tsx'
import { offersCount } from './search-result.ts'
import { useVehicleSearch, type VehicleSearch } from './vehicle-search.ts'

const route = getRouteApi('/catalog')

/** Search results. `reply` is the server's answer; the client view applies the buyer's markup to it. */
export function SearchResults({ q, reply: answered }: { q: string; reply: CatalogSearchResult }) {
  const { maker } = route.useSearch()
  const { shown } = useClientView()
  const reply = useMemo(() => (shown ? foundForClient(answered, shown) : answered), [answered, shown])
  const selection = useProductSelection(reply)
  const offers = useFoundOffers(selection.groups)
  const { filters, qty, needed, change } = offers
  const asked = useVehicleSearch(q)
  const choosing = reply.makers.length > 1 && maker === undefined
  const online = (
    <OnlineBlock
      q={q}
      isMeant={!choosing && isArticle(reply, asked)}
      filters={filters}
      needed={needed}
      closed={offers.closed}
      onToggle={offers.toggle}
      onSortChange={(sort) => change({ ...filters, sort })}
    />
  )
  return (
    <>
      <OffersHeader
        isRepeated
        title={
          <>
            Результаты поиска: <Article>{q}</Article>
          </>
        }
        subtitle={subtitleOf(reply, offersCount(offers.arranged), asked)}
        links={
          maker !== undefined && (
            <Link to="/catalog" search={{ q }} className={buttonClass()}>
              Другой производитель
            </Link>
          )
        }
        offers={offers}
        inside={reply.inside}
      />
      <ClientViewBar />
      <div className="flex flex-col gap-3">
        {reply.interpreted_as && <FoundAs {...reply.interpreted_as} />}
        {reply.corrected.length > 0 && <Corrected words={reply.corrected} />}
        {choosing && <MakerChoice q={q} makers={reply.makers} />}
        <OtherFindings q={q} qty={qty} asked={asked} found={reply.found} />
        {!choosing && <UnavailableGoods groups={reply.groups} qty={qty} />}
        <PropertyChoices selection={selection} />
        {reply.offers_count > 0 && (
          <OffersWithFilters offers={offers} inside={reply.inside}>
            {online}
          </OffersWithFilters>
        )}
        <UnofferedProducts selection={selection} />
        {reply.products.length >= MAX_NAMED && (
          <p className="px-1 text-sm text-text-2">
            Показаны первые {MAX_NAMED} деталей, сначала те, что есть в наличии. Добавьте слово или марку, чтобы
            уточнить.
          </p>
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

function NothingFound({ q, qty }: { q: string; qty: number | undefined }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  return (
    <Panel flush>
      <EmptyState
        icon={<IconSearchOff size={32} stroke={1.5} />}
        title="Ничего не найдено"
        text={
          <>
            <Article>{q}</Article>: нет ни такого номера, ни таких слов в названиях. Пробелы, точки и дефисы не важны,
            русские и латинские буквы, раскладку и производителя рядом с номером различаем сами.
            {isClient && ' Если номер верен, спросите вашего менеджера.'}
          </>
        }
        action={<ManagerRequest about={q} qty={qty} />}
      />
    </Panel>
  )
}
