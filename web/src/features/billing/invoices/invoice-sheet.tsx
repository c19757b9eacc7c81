import type { Invoice } from '@artikul/contract/billing/invoices'
import { formatMoney } from '@artikul/contract/core/money'
import { Fragment } from 'react'
import { day } from '../../../lib/text/format.ts'
import { QrCode } from '../../../ui/text/qr-code.tsx'
import './invoice.css'
import { InvoiceLines } from './invoice-lines.tsx'

type Party = Invoice['seller']

const partyText = ({ name, inn, kpp, address, phone }: Party) =>
  [name, `ИНН ${inn}`, kpp && `КПП ${kpp}`, address, phone && `тел.: ${phone}`].filter(Boolean).join(', ')

/** The customary printed form: always dark on white, in both themes. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const parties: readonly (readonly [string, string])[] = [
    ['Поставщик (Исполнитель):', partyText(invoice.seller)],
    ['Покупатель (Заказчик):', partyText(invoice.buyer)],
    ['Грузополучатель:', invoice.consignee],
    ['Основание:', invoice.basis],
  ]
  return (
    <article aria-label={invoice.title} className="invoice light">
      {invoice.notice && <p className="invoice-notice">{invoice.notice}</p>}
      <div className="invoice-top">
        <BankBlock invoice={invoice} />
        {/* A paid invoice has no QR code, so that nobody pays it twice. */}
        {invoice.outdated === null && invoice.state !== 'paid' && (
          <QrCode
            label={`Код для оплаты счёта № ${invoice.number}`}
            path={invoice.qr.path}
            size={invoice.qr.size}
            className="invoice-qr"
          />
        )}
      </div>
      <h2 className="invoice-title">{invoice.title}</h2>
      <dl className="invoice-parties">
        {parties
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
      <InvoiceLines lines={invoice.lines} />
      <dl className="invoice-totals">
        <dt>Итого:</dt>
        <dd>{formatMoney(invoice.total_kop)}</dd>
        {invoice.vat_totals.map(({ label, sum_kop }) => (
          <Fragment key={label}>
            <dt>{label}:</dt>
            <dd>{sum_kop === null ? '–' : formatMoney(sum_kop)}</dd>
          </Fragment>
        ))}
        <dt>Всего к оплате:</dt>
        <dd>{formatMoney(invoice.total_kop)}</dd>
      </dl>
      <p>{invoice.summary}</p>
      <p className="invoice-words">{invoice.in_words}</p>
      <p>Оплатить не позднее {day(invoice.pay_until)}</p>
      <p>Назначение платежа: {invoice.purpose}</p>
      {invoice.manager && <p>Менеджер: {invoice.manager}</p>}
      <div className="invoice-signatures">
        <Signature title={invoice.director_title} name={invoice.director} />
        {invoice.accountant && <Signature title="Бухгалтер" name={invoice.accountant} />}
      </div>
    </article>
  )
}

/** The sample of a payment order: four columns, the first account is the bank's, the second the payee's. */
function BankBlock({ invoice: { bank, seller } }: { invoice: Invoice }) {
  return (
    <table className="invoice-bank" aria-label="Образец платёжного поручения">
      <tbody>
        <tr>
          <td colSpan={2} rowSpan={2}>
            <div>{bank.name}</div>
            <small>Банк получателя</small>
          </td>
          <td>БИК</td>
          <td>{bank.bic}</td>
        </tr>
        <tr>
          <td>Сч. №</td>
          <td>{bank.correspondent_account}</td>
        </tr>
        <tr>
          <td>ИНН {seller.inn}</td>
          <td>{seller.kpp && `КПП ${seller.kpp}`}</td>
          <td rowSpan={2}>Сч. №</td>
          <td rowSpan={2}>{bank.account}</td>
        </tr>
        <tr>
          <td colSpan={2}>
            <div>{seller.name}</div>
            <small>Получатель</small>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const Signature = ({ title, name }: { title: string; name: string }) => (
  <p>
    <b>{title}</b>
    <span className="invoice-line" />
    <span>{name}</span>
  </p>
)
