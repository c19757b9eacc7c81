import {
  hasMovements,
  isMonthReady,
  MAX_MONTH_GAPS,
  MONTH_GAPS,
  type MonthContract,
  type MonthGap,
} from '@artikul/contract/billing/month-close'
import { settlementRoutes } from '@artikul/contract/billing/settlements'
import { counted } from '@artikul/contract/core/plural'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../../lib/api/call.ts'
import { day, momentDay, roubles, shortDay } from '../../../lib/text/format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ShipmentLink } from '../../../ui/files/document-link.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

interface Props {
  contract: MonthContract
  period: { from: string; to: string }
}

/** One contract in a month: turnover, what is missing, and its statement. */
export function MonthContractPanel({ contract, period }: Props) {
  return (
    <Panel
      title={`Договор № ${contract.contract}, ${contract.seller}`}
      actions={isMonthReady(contract) ? <Tag tone="success">Готово</Tag> : <Tag tone="warn">Есть что закрыть</Tag>}
      flush
    >
      <Turnover contract={contract} />
      <ul className="divide-y divide-hairline border-t border-hairline text-sm">
        {contract.gaps.map((gap) => (
          <Check key={gap.kind} title={`${MONTH_GAPS[gap.kind]}: ${gap.total}`}>
            <GapDocuments gap={gap} />
          </Check>
        ))}
        <Documents contract={contract} period={period} />
        <Statement contract={contract} period={period} />
      </ul>
    </Panel>
  )
}

/** Debt as a sum, or an advance. */
const debtText = (kop: number) => (kop < 0 ? `аванс ${roubles(-kop)}` : roubles(kop))

function Turnover({ contract }: Pick<Props, 'contract'>) {
  const sums = [
    ['Долг на начало', debtText(contract.opening_kop)],
    ['Отгружено', roubles(contract.debit_kop)],
    ['Оплачено и зачтено', roubles(contract.credit_kop)],
    ['Долг на конец', debtText(contract.closing_kop)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 px-4 py-3 md:grid-cols-4">
      {sums.map(([name, sum]) => (
        <div key={name}>
          <dt className="text-sm text-text-2">{name}</dt>
          <dd className="font-semibold tabular-nums">{sum}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One row of the check list. */
function Check({ isDone = false, title, action, children }: CheckProps) {
  const Icon = isDone ? IconCircleCheck : IconAlertTriangle
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-64 gap-2">
        <Icon size={18} aria-hidden="true" className={`shrink-0 ${isDone ? 'text-success' : 'text-warn'}`} />
        <div className="min-w-0">
          <p className="font-medium">
            {title}
            <span className="sr-only">{isDone ? ' (готово)' : ' (не закрыто)'}</span>
          </p>
          {children}
        </div>
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </li>
  )
}
interface CheckProps {
  isDone?: boolean
  title: string
  action?: ReactNode
  children?: ReactNode
}

function GapDocuments({ gap: { kind, total, documents } }: { gap: MonthGap }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-text-2">
      {documents.map(({ id, number, day: since, days }) => (
        <li key={id}>
          {kind === 'correction' ? (
            <Link to="/claims/$id" params={{ id: String(id) }} className="quiet-link">
              № {number}
            </Link>
          ) : (
            <ShipmentLink id={id}>№ {number}</ShipmentLink>
          )}{' '}
          от {shortDay(since)}
          {days > 0 && `, ${counted(days, 'день', 'дня', 'дней')}`}
        </li>
      ))}
      {total > MAX_MONTH_GAPS && <li>и ещё {total - MAX_MONTH_GAPS}</li>}
    </ul>
  )
}

const documentsText = ({ shipment, correction, invoice, claim }: MonthContract['documents']) =>
  [
    shipment > 0 && counted(shipment, 'отгрузка', 'отгрузки', 'отгрузок'),
    correction > 0 && counted(correction, 'корректировка', 'корректировки', 'корректировок'),
    invoice > 0 && counted(invoice, 'счёт', 'счёта', 'счетов'),
    claim > 0 && counted(claim, 'обращение', 'обращения', 'обращений'),
  ]
    .filter(Boolean)
    .join(', ')

function Documents({ contract: { contract_id: id, documents, gaps }, period }: Props) {
  const text = documentsText(documents)
  return (
    <Check
      isDone
      title={text === '' ? 'Документов в этом месяце нет' : `Документы месяца: ${text}`}
      action={
        text !== '' && (
          <Link to="/finances" search={{ tab: 'documents', contract: id, ...period }} className={buttonClass()}>
            Открыть список
          </Link>
        )
      }
    >
      {gaps.length === 0 && text !== '' && (
        <p className="text-text-2">УПД и корректировки на месте, получение подтверждено.</p>
      )}
    </Check>
  )
}

function Statement({ contract, period }: Props) {
  const { contract_id: id, reconciliation } = contract
  const file = (
    <FileButton
      name={`Акт сверки ${contract.contract} ${day(period.from)}–${day(period.to)}.pdf`}
      file={() => call(settlementRoutes.statementPdf, { query: { contract_id: id, ...period } })}
    >
      Акт сверки PDF
    </FileButton>
  )
  const upload = (
    <Link
      to="/finances"
      search={{ tab: 'reconciliations', contract: id, ...period }}
      className={buttonClass({}, 'self-center')}
    >
      Сверить со своим
    </Link>
  )
  if (reconciliation === null)
    return hasMovements(contract) ? (
      <Check
        title="Акт сверки за месяц не сверен"
        action={
          <>
            {file}
            {upload}
          </>
        }
      >
        <p className="text-text-2">Скачайте наш акт или загрузите свой: расхождения найдём сами.</p>
      </Check>
    ) : (
      <Check isDone title="Движений в этом месяце нет, сверять нечего" action={file} />
    )
  const { id: found, open_count: open, created_at: at, is_outdated: isOutdated } = reconciliation
  return (
    <Check
      isDone={open === 0 && !isOutdated}
      title={
        open > 0
          ? `В сверке ${counted(open, 'открытое расхождение', 'открытых расхождения', 'открытых расхождений')}`
          : isOutdated
            ? `Долг изменился после сверки ${momentDay(at)}: сверьте снова`
            : `Акт сверен ${momentDay(at)}, открытых расхождений нет`
      }
      action={
        <>
          {file}
          {isOutdated && upload}
          <Link to="/reconciliations/$id" params={{ id: String(found) }} className={buttonClass({}, 'self-center')}>
            Открыть сверку
          </Link>
        </>
      }
    />
  )
}
