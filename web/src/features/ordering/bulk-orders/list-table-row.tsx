import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import type { ListNote, ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { LIST_STATES, type ListState } from '@artikul/contract/ordering/bulk-order-states'
import type { ListRowPatch } from '@artikul/contract/ordering/bulk-orders'
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconReplace } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { nearDay, shortDay } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { QtyStepper } from '../../../ui/fields/qty-stepper.tsx'
import { RowInput } from '../../../ui/fields/row-input.tsx'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { bestOf, type OnlineRow } from './use-list-online.ts'

export const LIST_GRID =
  'grid items-start gap-x-3 px-3 lg:grid-cols-[1.5rem_2.5rem_minmax(7rem,1fr)_minmax(10rem,1.6fr)_minmax(6rem,0.8fr)_minmax(8rem,0.8fr)_5.75rem_6rem_2rem]'

const TONES: Record<ListState, Tone> = {
  found: 'success',
  read: 'success',
  own_code: 'success',
  replacement: 'info',
  several: 'warn',
  check: 'warn',
  no_offers: 'neutral',
  not_found: 'accent',
  faulty: 'accent',
}

interface Props {
  row: ListRow
  online: readonly OnlineRow[] | undefined
  points: readonly ConsigneeOption[]
  /** Default destination of the row. */
  usual: string | undefined
  onChange: (position: number, patch: ListRowPatch) => void
  onChoose: (row: ListRow) => void
}

const titleOf = ({ asked, row_number }: ListRow) =>
  `строка ${row_number}, ${`${asked.brand} ${asked.article}`.trim() || asked.own_code}`

export const ListTableRow = memo(function ListTableRow({ row, online, points, usual, onChange, onChoose }: Props) {
  const title = titleOf(row)
  const change = (patch: ListRowPatch) => onChange(row.position, patch)
  const canChoose = (row.state !== 'faulty' && row.state !== 'not_found') || online !== undefined
  return (
    <div
      className={cx(LIST_GRID, 'gap-y-2 py-2 text-sm max-lg:grid-cols-[1.5rem_1fr_auto]', row.in_cart && 'opacity-70')}
    >
      <Checkbox
        bare
        label={`Выбрать: ${title}`}
        checked={row.selected && !row.in_cart}
        disabled={row.choices.length === 0 || row.in_cart}
        onCheckedChange={(selected) => change({ selected })}
      />
      <span className="pt-0.5 text-text-2 max-lg:hidden">{row.row_number}</span>
      <RequestedCell row={row} onCorrect={(article) => change({ article })} />
      <FoundCell row={row} title={title} onChoose={onChoose} />
      <div className="min-w-0 max-lg:col-span-3">
        {row.choices.map(({ offer, qty }) => (
          <p key={offer.id} className="truncate">
            {row.choices.length > 1 && `${qty} — `}
            {offer.warehouse} <span className="text-text-2">{nearDay(offer.expected_date)}</span>
          </p>
        ))}
        {online && !row.in_cart && <OnlineBest rows={online} title={title} onOpen={() => onChoose(row)} />}
      </div>
      <div className="flex min-w-0 flex-col gap-1 max-lg:col-span-3">
        {points.length > 1 && (
          <RowSelect
            label={`Куда: ${title}`}
            placeholder={usual ?? 'По умолчанию'}
            items={points.map(({ id, name }) => ({ value: id, label: name }))}
            value={row.consignee_id}
            onValueChange={(consignee_id) => change({ consignee_id })}
          />
        )}
        <RowInput
          label={`Ваша пометка: ${title}`}
          placeholder="Ваша пометка"
          maxLength={100}
          value={row.client_ref}
          onCommit={(client_ref) => change({ client_ref })}
        />
      </div>
      <div className="max-lg:col-span-2">
        <QtyStepper label={`Количество: ${title}`} value={row.qty ?? 0} onValueChange={(qty) => change({ qty })} />
      </div>
      <Sums row={row} />
      <div className="flex justify-end max-lg:col-start-3 max-lg:row-start-1">
        <IconButton
          size="row"
          label={`Другие предложения: ${title}`}
          disabled={!canChoose}
          icon={<IconReplace size={16} />}
          onClick={() => onChoose(row)}
        />
      </div>
    </div>
  )
})

/** Best offer of online suppliers beside the portal's own goods. */
function OnlineBest({ rows, title, onOpen }: { rows: readonly OnlineRow[]; title: string; onOpen: () => void }) {
  const { price_kop, expected_date } = bestOf(rows)
  return (
    <button type="button" onClick={onOpen} className="text-left text-xs text-text-2 quiet-link pointer-coarse:min-h-11">
      У поставщиков{price_kop !== null && ' от '}
      {price_kop !== null && <Money kop={price_kop} />}
      {expected_date !== undefined && `, с\u00a0${shortDay(expected_date)}`}
      <span className="sr-only">: {title}</span>
    </button>
  )
}

/** Text of the buyer; an article that was not found can be corrected here. */
function RequestedCell({ row, onCorrect }: { row: ListRow; onCorrect: (article: string) => void }) {
  const { asked, state, row_number } = row
  const isOpen = state === 'not_found' || state === 'faulty'
  return (
    <div className="min-w-0">
      {asked.brand !== '' && <p className="truncate font-semibold">{asked.brand}</p>}
      {isOpen ? (
        <RowInput label={`Артикул: строка ${row_number}`} maxLength={100} value={asked.article} onCommit={onCorrect} />
      ) : (
        <p className="break-words">
          <Article>{asked.article || asked.own_code}</Article>
        </p>
      )}
      {asked.name !== '' && asked.name !== asked.article && (
        <p className="truncate text-text-2" title={asked.name}>
          {asked.name}
        </p>
      )}
    </div>
  )
}

/** Button texts of rows that wait for the buyer. */
const CHOICES: Partial<Record<ListState, string>> = { several: 'Выбрать производителя', check: 'Проверить' }

function FoundCell({ row, title, onChoose }: { row: ListRow; title: string; onChoose: (row: ListRow) => void }) {
  const product = row.choices[0]?.product ?? row.product
  const choice = CHOICES[row.state]
  return (
    <div className="min-w-0 max-lg:col-span-3">
      <p className="flex flex-wrap items-center gap-x-2">
        {row.in_cart ? (
          <Tag tone="success" icon={<IconCheck size={12} />}>
            В корзине
          </Tag>
        ) : (
          <Tag tone={TONES[row.state]}>{LIST_STATES[row.state]}</Tag>
        )}
        {product && (
          <Link
            to="/catalog/$code"
            params={{ code: product.code }}
            className="min-w-0 break-words underline-offset-2 hover:underline"
          >
            <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>
          </Link>
        )}
      </p>
      {product && (
        <p className="truncate text-text-2" title={product.name}>
          {product.name}
        </p>
      )}
      {row.notes.map((note) => (
        <Note key={note.text} note={note} />
      ))}
      {choice && (
        <Button size="sm" look="soft" className="mt-1" onClick={() => onChoose(row)}>
          {choice}
          <span className="sr-only">: {title}</span>
        </Button>
      )}
    </div>
  )
}

const NOTE = {
  error: { Icon: IconAlertCircle, tone: 'text-accent' },
  warning: { Icon: IconAlertTriangle, tone: 'text-warn' },
  info: { Icon: IconInfoCircle, tone: 'text-text-2' },
} as const

function Note({ note: { tone, text } }: { note: ListNote }) {
  const { Icon, tone: colour } = NOTE[tone]
  return (
    <p className={cx('flex items-start gap-1 text-xs', colour)}>
      <Icon size={14} aria-hidden="true" className="mt-px flex-none" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}

function Sums({ row }: { row: ListRow }) {
  const [first] = row.choices
  if (!first) return <span className="max-lg:hidden" />
  return (
    <div className="text-right">
      <Money kop={row.sum_kop} sign={false} className="font-semibold" />
      <p className="text-xs text-text-2">
        {row.choices.length > 1 ? 'от ' : 'по '}
        <Money kop={first.offer.price_kop} sign={false} />
      </p>
    </div>
  )
}
