import type { Offer, OfferGroup, Product } from '@artikul/contract/catalog/catalog'
import type { GroupReply, Maker, SearchReply } from '@artikul/contract/ordering/search'
import { useSyncExternalStore } from 'react'
import { clientPriceKop, type ClientMarkup } from '../../../../lib/text/client-markup.ts'
import { useHasRole, useMay, useSession } from '../../../../lib/session/current-session.ts'
import { onRemembered, recall, remember } from '../../../../lib/browser/storage.ts'
import { storedValues } from '../../../../lib/browser/stored-value.ts'
import type { OfferFilters } from '../search-result.ts'

/** Settings of showing offers to the buyer's own clients, stored in this browser per company. */
interface ClientViewSettings {
  markup: ClientMarkup
  /** Name on «Предложение клиенту». */
  name: string
  phone: string
}

const settingsOf = storedValues<ClientViewSettings>(1)
const settingsName = (contractorId: number | undefined) => `artikul.client-view.${contractorId ?? ''}`
const turnedOnName = (contractorId: number | undefined) => `artikul.client-view-on.${contractorId ?? ''}`

/** True for clients who see prices; without prices there is nothing to show. */
export function useMayShowClient(): boolean {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const seesPrices = useMay('see_prices')
  const { contractor } = useSession()
  return isClient && seesPrices && contractor !== null
}

/** State of «Цены для клиента». `shown` are the settings while it is on, `settings` the stored ones. */
export function useClientView() {
  const { contractor } = useSession()
  const may = useMayShowClient()
  const settings = settingsOf.useValue(settingsName(contractor?.id))
  const isOn = useSyncExternalStore(onRemembered, () => recall(turnedOnName(contractor?.id)) === '1')
  return {
    settings,
    shown: may && isOn ? settings : null,
    turn: (on: boolean) => remember(turnedOnName(contractor?.id), on ? '1' : null),
    save: (next: ClientViewSettings) => settingsOf.write(settingsName(contractor?.id), next),
  }
}

export const useShowsClient = () => useClientView().shown !== null

const forClient = (kop: number | null, { markup }: ClientViewSettings) =>
  kop === null ? null : clientPriceKop(kop, markup)

/** Converts offers for the buyer's own clients: with the buyer's markup and without warehouses. */
const offersForClient = (offers: readonly Offer[], settings: ClientViewSettings): Offer[] =>
  offers.map((offer) => ({
    ...offer,
    price_kop: forClient(offer.price_kop, settings),
    ...(offer.qty_prices && {
      qty_prices: offer.qty_prices.map((larger) => ({ ...larger, price_kop: forClient(larger.price_kop, settings) })),
    }),
    warehouse: offer.own_stock ? 'В наличии' : 'Под заказ',
  }))

const groupsForClient = (groups: readonly OfferGroup[], settings: ClientViewSettings): OfferGroup[] =>
  groups.map((group) => ({ ...group, offers: offersForClient(group.offers, settings) }))

const makersForClient = (makers: readonly Maker[], settings: ClientViewSettings): Maker[] =>
  makers.map((maker) => ({ ...maker, min_price_kop: forClient(maker.min_price_kop, settings) }))

export const foundForClient = <Reply extends SearchReply>(reply: Reply, settings: ClientViewSettings): Reply => ({
  ...reply,
  groups: groupsForClient(reply.groups, settings),
  makers: makersForClient(reply.makers, settings),
  products: makersForClient(reply.products, settings),
})

export const groupForClient = <Reply extends GroupReply>(reply: Reply, settings: ClientViewSettings): Reply => ({
  ...reply,
  groups: groupsForClient(reply.groups, settings),
  products: makersForClient(reply.products, settings),
})

/** Drops the filters of hidden columns. */
export const filtersForClient = ({ warehouse: _, returns: _returns, ...filters }: OfferFilters): OfferFilters => filters

export const productForClient = <Seen extends Product>(product: Seen, settings: ClientViewSettings): Seen => ({
  ...product,
  offers: offersForClient(product.offers, settings),
  replacements: groupsForClient(product.replacements, settings),
  analogues: groupsForClient(product.analogues, settings),
})
