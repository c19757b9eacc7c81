import { counted } from '@artikul/contract/core/plural'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useViewer } from '../../../../lib/session/buyer.ts'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Popover } from '../../../../ui/windows/popover.tsx'
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx'
import { useClientView } from '../client-view/client-view.ts'
import { answeredCount, stateText, waitedCount, type Online } from './online-offers.ts'
import { OfferList } from '../offers/offer-list.tsx'
import { arrange, offersCount, toRows, type OfferFilters, type OfferSort } from '../search-result.ts'
import { useOnlineOffers } from './use-online-offers.ts'

const route = getRouteApi('/catalog')

/** Reserved height, so that arriving offers do not push the content below. */
const ROOM = 'min-h-[60svh]'

interface Props {
  q: string
  /** True when the search means one maker's article; otherwise no supplier is queried. */
  isMeant: boolean
  filters: OfferFilters
  needed: number
  closed: ReadonlySet<string>
  onToggle: (name: string) => void
  onSortChange: (sort: OfferSort) => void
}

/**
 * Queries online suppliers for buyers and for staff at retail prices, but not in the client view or on behalf of a
 * buyer.
 */
function useSuppliers(q: string, isMeant: boolean) {
  const { maker } = route.useSearch()
  const viewer = useViewer()
  const { shown } = useClientView()
  const isAsked = isMeant && viewer.as === 'own' && !shown
  const consigneeId = viewer.as === 'own' ? viewer.consigneeId : undefined
  return { isAsked, ...useOnlineOffers({ q, maker, consigneeId, isAsked }) }
}

/** «У поставщиков»: reserves space for late offers and inserts no row among visible ones, so that nothing moves. */
export function OnlineBlock({ q, isMeant, filters, needed, closed, onToggle, onSortChange }: Props) {
  const { isAsked, online, askAgain, showLater } = useSuppliers(q, isMeant)
  const groups = useMemo(() => arrange(online.shown, filters, needed), [online.shown, filters, needed])
  const rows = useMemo(() => toRows(groups, closed), [groups, closed])
  const later = offersCount(online.later)
  if (!isAsked) return null
  const hasSuppliers = online.numbers.length > 0
  if (!hasSuppliers && online.phase === 'asking') return <div className={ROOM} />
  if (!hasSuppliers && online.phase === 'done') return null
  return (
    <section aria-label="У поставщиков" className={ROOM}>
      <Panel
        flush
        title="У поставщиков"
        actions={
          <div className="flex items-center gap-3 text-sm">
            {hasSuppliers && <Answers online={online} />}
            <Button size="sm" disabled={online.phase === 'asking'} onClick={askAgain}>
              Спросить снова
            </Button>
          </div>
        }
      >
        {groups.length > 0 ? (
          <OfferList
            label="Предложения поставщиков"
            isOnline
            rows={rows}
            needed={needed}
            sort={filters.sort ?? 'price'}
            onSortChange={onSortChange}
            onToggle={onToggle}
          />
        ) : (
          <NothingShown online={online} />
        )}
        {online.shown.length > 0 && later > 0 && (
          <div className="border-t border-hairline p-2">
            <Button size="sm" look="soft" className="w-full" onClick={showLater}>
              Показать ещё {counted(later, 'предложение', 'предложения', 'предложений')}
            </Button>
          </div>
        )}
      </Panel>
    </section>
  )
}

/** «Ответили 4 из 6, ждём ещё 2»: a button that lists the state of each supplier. */
function Answers({ online }: { online: Online }) {
  const waited = waitedCount(online)
  return (
    <div role="status">
      <Popover
        title="Кого спросили"
        trigger={
          <button type="button" className="text-text-2 underline decoration-dotted underline-offset-4 hover:text-text">
            Ответили {answeredCount(online)} из {online.numbers.length}
            {waited > 0 && `, ждём ещё ${waited}`}
          </button>
        }
      >
        <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-sm [&>dd]:text-text-2">
          {online.numbers.map((number) => (
            <Answer key={number} number={number} text={stateText(online, number)} />
          ))}
        </dl>
      </Popover>
    </div>
  )
}

const Answer = ({ number, text }: { number: number; text: string }) => (
  <>
    <dt>Поставщик {number}</dt>
    <dd>{text}</dd>
  </>
)

function nothingText(online: Online): string {
  if (online.shown.length > 0) return 'Под эти фильтры у поставщиков ничего не подходит.'
  if (online.phase === 'broken') return 'Связь прервалась, спросите снова.'
  return answeredCount(online) === 0 ? 'Никто из поставщиков не ответил.' : 'У поставщиков этой детали нет.'
}

function NothingShown({ online }: { online: Online }) {
  if (online.phase === 'asking' && online.shown.length === 0) return <SkeletonRows count={4} />
  return <p className="px-4 py-6 text-sm text-text-2">{nothingText(online)}</p>
}
