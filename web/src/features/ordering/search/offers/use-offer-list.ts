import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import { useSession } from '../../../../lib/session/current-session.ts'
import { roundQtyUp } from '../../../../lib/text/sale-step.ts'
import { rolesOf } from '../../../../lib/session/session.ts'
import { can } from '@artikul/contract/core/roles'
import { useAddToCart } from './add-to-cart.ts'
import { useAddToDraft } from './add-to-draft.ts'
import type { OwnPurchases } from '../product/own-purchases.tsx'
import { focusPartSearch } from '../part-search-focus.ts'
import type { ResultRow } from '../search-result.ts'

/** Height covered by the page header and the table header, px. */
const COVERED = 56 + 34

function nextOffer(rows: readonly ResultRow[], from: number, by: 1 | -1) {
  for (let index = from + by; index >= 0 && index < rows.length; index += by) {
    const row = rows[index]
    if (row?.kind === 'offer') return { index, offer: row.offer }
  }
  return null
}

/** Measures the distance from the top of the page, which changes as content above opens or closes. */
function useTopOf(box: RefObject<HTMLElement | null>) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => box.current && setTop(box.current.getBoundingClientRect().top + scrollY)
    // The observer fires first after the regular layout; measuring earlier would cause a second layout.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [box])
  return top
}

/** Rows rendered beyond the viewport, so that scrolling shows no blank area. */
const OVERSCAN = 8

/** Returns the height of a table row; for cards an estimate until they are measured. */
function heightOf(row: ResultRow | undefined, narrow: boolean, purchases: OwnPurchases): number {
  if (row?.kind !== 'group') return narrow ? 112 : 36
  const purchaseHeight = purchases.has(row.group.product.id) ? 22 : 0
  return (narrow ? 64 : 40) + purchaseHeight
}

/**
 * Returns the function that adds to the cart, or to the buyer's assisted order for a manager; null when neither
 * applies.
 */
function usePut() {
  const { user } = useSession()
  const { mutate } = useAddToCart()
  const toDraft = useAddToDraft()
  return can(rolesOf(user), 'cart:use') ? mutate : toDraft
}

/** State of an offer list drawn as a table or cards: visible rows, quantities, keyboard. */
export function useOfferList(rows: readonly ResultRow[], narrow: boolean, needed: number, purchases: OwnPurchases) {
  const list = useRef<HTMLDivElement>(null)
  const top = useTopOf(list)
  const [quantities, setQuantities] = useState<Readonly<Record<number, number>>>({})
  const [current, setCurrent] = useState<number | null>(null)
  const put = usePut()
  // Renders the visible rows first and the overscan afterwards.
  const overscan = useDeferredValue(OVERSCAN, 0)

  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => heightOf(rows[index], narrow, purchases),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: COVERED,
  })

  useEffect(() => {
    // Cards report their own height.
    if (!narrow) virtual.measure()
  }, [virtual, narrow, purchases])

  const setQty = useCallback((id: number, qty: number) => setQuantities((all) => ({ ...all, [id]: qty })), [])
  const qtyOf = (offer: Offer) => quantities[offer.id] ?? roundQtyUp(needed, offer)
  const add = useCallback(
    (group: OfferGroup, offer: Offer, qty: number, byKey: boolean) => {
      put?.({ offer, product: group.product, qty })
      if (byKey) focusPartSearch()
    },
    [put],
  )

  const canOrder = put !== null
  const focusOffer = (offerId: number) => {
    setCurrent(offerId)
    // The row may not be rendered yet.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-offer="${offerId}"]`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['offer'] : undefined
    if (id === undefined) return
    const at = rows.findIndex((row) => row.kind === 'offer' && row.offer.id === Number(id))
    const row = rows[at]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = nextOffer(rows, at, event.key === 'ArrowDown' ? 1 : -1)
      if (!next) return
      virtual.scrollToIndex(next.index, { align: 'auto' })
      focusOffer(next.offer.id)
    } else if (event.key === 'Enter' && canOrder && row?.kind === 'offer') {
      add(row.group, row.offer, qtyOf(row.offer), true)
    }
  }
  const first = rows.find((row) => row.kind === 'offer')
  return {
    list,
    virtual,
    top,
    qtyOf,
    setQty,
    add: canOrder ? add : null,
    current: current ?? (first?.kind === 'offer' ? first.offer.id : null),
    focusOffer,
    onKeyDown,
  }
}
