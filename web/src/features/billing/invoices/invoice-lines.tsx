import type { Invoice } from '@artikul/contract/billing/invoices'
import { formatMoney, formatQty } from '@artikul/contract/core/money'

export function InvoiceLines({ lines }: { lines: Invoice['lines'] }) {
  return (
    <div className="invoice-scroll" role="region" aria-label="Товары" tabIndex={0}>
      <table className="invoice-lines">
        <thead>
          <tr>
            <th scope="col">№</th>
            <th scope="col">Артикул</th>
            <th scope="col">Товары (работы, услуги)</th>
            <th scope="col">Кол-во</th>
            <th scope="col">Ед.</th>
            <th scope="col">Цена</th>
            <th scope="col">НДС</th>
            <th scope="col">Сумма</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.position}>
              <td className="invoice-figure">{line.position}</td>
              <td>{line.article}</td>
              <td>{line.name}</td>
              <td className="invoice-figure">{formatQty(line.qty)}</td>
              <td>{line.unit}</td>
              <td className="invoice-figure">{formatMoney(line.price_kop)}</td>
              <td className="invoice-figure">{line.vat_label}</td>
              <td className="invoice-figure">{formatMoney(line.sum_kop)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
