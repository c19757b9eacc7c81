import type { GlobalSearchResult } from '@artikul/contract/workspace/global-search'
import { ORDER_STATUSES } from '@artikul/contract/ordering/orders/orders'
import { day, momentDay, phone } from '../../../lib/text/format.ts'
import type { Place } from './recent.ts'

/** Places of one kind under their heading. */
export interface PlaceGroup {
  title: string
  places: Place[]
}

const noteOf = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(' · ')

type Row<K extends keyof GlobalSearchResult> = GlobalSearchResult[K][number]

const orderPlace = (order: Row<'orders'>, forStaff: boolean): Place => ({
  kind: 'order',
  title: `№ ${order.number}`,
  note: noteOf(
    order.client_number && `${forStaff ? 'номер клиента' : 'ваш номер'} ${order.client_number}`,
    ORDER_STATUSES[order.status],
    forStaff ? order.contractor : order.consignee,
    momentDay(order.ordered_at),
  ),
  href: `/orders/${order.id}`,
})

const linePlace = (line: Row<'lines'>, forStaff: boolean): Place => ({
  kind: 'line',
  title: line.client_ref,
  note: noteOf(`${line.brand} ${line.article}`, `заказ № ${line.order.number}`, forStaff && line.contractor),
  href: `/orders/${line.order.id}`,
})

const shipmentPlace = (shipment: Row<'shipments'>, forStaff: boolean): Place => ({
  kind: 'shipment',
  title: `№ ${shipment.number}`,
  note: noteOf(
    shipment.upd_number && `УПД № ${shipment.upd_number}`,
    shipment.state === 'cancelled' && 'отменена',
    forStaff && shipment.contractor,
    day(shipment.shipped_on),
  ),
  href: `/shipments/${shipment.id}`,
})

const invoicePlace = (invoice: Row<'invoices'>, forStaff: boolean): Place => ({
  kind: 'invoice',
  title: `№ ${invoice.number}`,
  note: noteOf(forStaff && invoice.contractor, day(invoice.day)),
  href: `/invoice/${invoice.id}`,
})

const productPlace = ({ code, brand, article, name }: Row<'products'>): Place => ({
  kind: 'product',
  title: `${brand} ${article}`,
  note: name,
  href: `/catalog/${encodeURIComponent(code)}`,
})

const companyPlace = ({ id, name, inn }: Row<'companies'>): Place => ({
  kind: 'company',
  title: name,
  note: `ИНН ${inn}`,
  href: `/contractors/${id}`,
})

const contactPlace = (contact: Row<'contacts'>): Place => ({
  kind: 'contact',
  title: phone(contact.phone),
  note: noteOf(contact.name, contact.contractor),
  href: `/contractors/${contact.contractor_id}`,
})

/** Groups results by kind; staff also see the company. */
export function foundGroups(found: GlobalSearchResult, forStaff: boolean): PlaceGroup[] {
  const groups: PlaceGroup[] = [
    { title: 'Заказы', places: found.orders.map((order) => orderPlace(order, forStaff)) },
    {
      title: forStaff ? 'Пометки клиентов' : 'Ваши пометки',
      places: found.lines.map((line) => linePlace(line, forStaff)),
    },
    { title: 'Отгрузки (УПД)', places: found.shipments.map((shipment) => shipmentPlace(shipment, forStaff)) },
    { title: 'Счета на оплату', places: found.invoices.map((invoice) => invoicePlace(invoice, forStaff)) },
    { title: 'Детали', places: found.products.map(productPlace) },
    { title: 'Покупатели', places: found.companies.map(companyPlace) },
    { title: 'Телефоны', places: found.contacts.map(contactPlace) },
  ]
  return groups.filter(({ places }) => places.length > 0)
}
