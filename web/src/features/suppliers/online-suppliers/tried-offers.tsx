import { formatMoney } from '@artikul/contract/core/money'
import type { TriedOffer } from '@artikul/contract/suppliers/online-suppliers'

const HEADERS = ['Товар', 'Цена, ₽', 'Наличие', 'Срок, дней', 'Склад'] as const

/** The first offers of a trial answer as the portal understood them. */
export function TriedOffers({ offers }: { offers: readonly TriedOffer[] }) {
  if (offers.length === 0) return null
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Что понято">
      <table aria-label="Понятые предложения" className="w-full text-sm">
        <thead>
          <tr className="border-b border-hairline text-left text-xs text-text-2">
            {HEADERS.map((header) => (
              <th key={header} scope="col" className="py-1 pr-3 font-semibold">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {offers.map(({ brand, article, name, price_kop: price, qty, term_days: days, warehouse }, at) => (
            <tr key={at} className="border-b border-hairline align-top">
              <td className="py-1.5 pr-3">
                <span className="font-semibold">
                  {brand} {article}
                </span>
                {name !== '' && <span className="block text-text-2">{name}</span>}
              </td>
              <td className="py-1.5 pr-3 whitespace-nowrap">{formatMoney(price)}</td>
              <td className="py-1.5 pr-3">{qty}</td>
              <td className="py-1.5 pr-3">{days}</td>
              <td className="py-1.5">{warehouse}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
