import { formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import { IconFileText, IconPrinter, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../../../lib/session/current-session.ts'
import { day, todayIso } from '../../../../lib/text/format.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { confirm } from '../../../../ui/windows/confirm.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { PageHeader } from '../../../../ui/lists/list-page.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { QtyStepper } from '../../../../ui/fields/qty-stepper.tsx'
import { announceRounding } from '../../../../ui/text/announce-rounding.ts'
import { useClientView, useMayShowClient } from './client-view.ts'
import { sumKop, totalKop, useProposal, type ProposalLine } from './proposal.ts'
import './proposal.css'

const TITLE = 'Предложение клиенту'

/** Browsers print the page title; the proposal is printed without the portal's name. */
function usePlainTitleInPrint() {
  useEffect(() => {
    let title = document.title
    const hide = () => {
      title = document.title
      document.title = TITLE
    }
    const show = () => {
      document.title = title
    }
    addEventListener('beforeprint', hide)
    addEventListener('afterprint', show)
    return () => {
      removeEventListener('beforeprint', hide)
      removeEventListener('afterprint', show)
    }
  }, [])
}

/** «Предложение клиенту»: a printable sheet in the buyer's name, at the prices of the client view. */
export default function ProposalPage() {
  const { lines, clear } = useProposal()
  const may = useMayShowClient()
  usePlainTitleInPrint()
  const ask = async () => {
    if (await confirm({ title: 'Убрать все строки?', dangerous: true })) clear()
  }
  const isFilled = may && lines.length > 0
  return (
    <>
      <div data-screen-only="">
        <PageHeader
          title={TITLE}
          crumbs={[{ label: 'Каталог', to: '/catalog' }, { label: TITLE }]}
          actions={
            isFilled && (
              <>
                <Button icon={<IconTrash size={16} />} onClick={() => void ask()}>
                  Очистить
                </Button>
                <Button look="primary" icon={<IconPrinter size={16} />} onClick={() => print()}>
                  Печать
                </Button>
              </>
            )
          }
        />
      </div>
      {isFilled ? <Sheet lines={lines} /> : <Nothing may={may} />}
    </>
  )
}

function Nothing({ may }: { may: boolean }) {
  return (
    <Panel flush>
      <EmptyState
        icon={<IconFileText size={32} stroke={1.5} />}
        title={may ? 'В предложении пока ничего нет' : 'Цены скрыты администратором компании'}
        text={
          may
            ? 'Включите «Цены для клиента» в результатах поиска и добавляйте предложения кнопкой «В предложение».'
            : 'Составлять предложения могут сотрудники, которые видят цены.'
        }
        action={
          <Link to="/catalog" className={buttonClass()}>
            К поиску
          </Link>
        }
      />
    </Panel>
  )
}

function Sheet({ lines }: { lines: readonly ProposalLine[] }) {
  const { contractor } = useSession()
  const { settings } = useClientView()
  const [today] = useState(() => todayIso())
  return (
    <article aria-label={TITLE} className="proposal light">
      <header>
        <div>
          <h2>Предложение</h2>
          <p>от {day(today)}</p>
        </div>
        <address>
          <strong>{settings?.name ?? contractor?.name}</strong>
          {settings?.phone && <span>{settings.phone}</span>}
        </address>
      </header>
      <table aria-label="Строки предложения">
        <thead>
          <tr>
            <th scope="col">Номер</th>
            <th scope="col">Производитель</th>
            <th scope="col">Наименование</th>
            <th scope="col">Кол-во</th>
            <th scope="col">Цена, ₽</th>
            <th scope="col">Сумма, ₽</th>
            <th scope="col">Готово к</th>
            <td data-screen-only="" />
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.offer_id} line={line} />
          ))}
        </tbody>
      </table>
      <p className="proposal-total">
        Итого: <Money kop={totalKop(lines)} />
      </p>
    </article>
  )
}

function Row({ line }: { line: ProposalLine }) {
  const { setQty, remove } = useProposal()
  const { product, offer_id, qty } = line
  const title = `${product.brand} ${product.article}`
  return (
    <tr>
      <td>
        <Article>{product.article}</Article>
      </td>
      <td>{product.brand}</td>
      <td>{product.name}</td>
      <td data-name="Кол-во">
        <span className="proposal-printed">
          {formatQty(qty)} {unitText(product.unit)}
        </span>
        <span data-screen-only="" className="inline-block align-middle">
          <QtyStepper
            label={`Количество, ${title}`}
            value={qty}
            step={line}
            onValueChange={(next) => setQty(offer_id, next)}
            onRounded={(typed, rounded) => announceRounding(line, typed, rounded)}
          />
        </span>
      </td>
      <td data-name="Цена">
        <Money kop={line.price_kop} sign={false} />
      </td>
      <td data-name="Сумма">
        <Money kop={sumKop(line)} sign={false} />
      </td>
      <td data-name="Готово к">{day(line.ready_on)}</td>
      <td data-screen-only="">
        <IconButton
          size="row"
          label={`Убрать из предложения: ${title}`}
          icon={<IconTrash size={16} />}
          onClick={() => remove(offer_id)}
        />
      </td>
    </tr>
  )
}
