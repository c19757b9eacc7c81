import type { InsideOffer, Offer } from '@artikul/contract/catalog/catalog'
import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { onRemembered, recall, remember } from '../../../../lib/browser/storage.ts'
import { Money } from '../../../../ui/text/money.tsx'
import { Switch } from '../../../../ui/fields/switch.tsx'

const HIDDEN = 'artikul.purchase-hidden'
const InsideContext = createContext<ReadonlyMap<number, InsideOffer> | null>(null)
const isHidden = () => recall(HIDDEN) === '1'

/** Internal figures for order managers; hidden from others and during impersonation views. */
export function InsideOffers({
  inside,
  children,
}: {
  inside: readonly InsideOffer[] | undefined
  children: ReactNode
}) {
  const hidden = useSyncExternalStore(onRemembered, isHidden)
  const byOffer = useMemo(
    () => (inside && !hidden ? new Map(inside.map((one) => [one.offer_id, one])) : null),
    [inside, hidden],
  )
  return <InsideContext value={byOffer}>{children}</InsideContext>
}

/** «Скрыть закупку»: hides purchase prices while a client sees the screen. */
export function HidePurchase() {
  const hidden = useSyncExternalStore(onRemembered, isHidden)
  return <Switch label="Скрыть закупку" checked={hidden} onCheckedChange={(on) => remember(HIDDEN, on ? '1' : null)} />
}

const percent = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** True when purchase prices are available and not hidden. */
export const useSeesPurchase = () => use(InsideContext) !== null

/** Purchase price with the markup in per cent. */
export function Purchase({ offer }: { offer: Offer }) {
  const own = use(InsideContext)?.get(offer.id)
  if (!own) return null
  return (
    <span className="text-text-2">
      <Money kop={own.purchase_kop} sign={false} /> · {percent.format(own.markup_hundredths / 100)}&nbsp;%
    </span>
  )
}

/** Name of the supplier. */
export function OfferSource({ offer }: { offer: Offer }) {
  const own = use(InsideContext)?.get(offer.id)
  return own ? (
    <span title={own.source} className="min-w-0 truncate text-text-2">
      {own.source}
    </span>
  ) : null
}
