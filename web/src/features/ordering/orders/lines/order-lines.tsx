import type { Order, OrderLine } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, useState, type ReactNode } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { quantity, roubles, shortDay } from '../../../../lib/text/format.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { ClaimOriginNote, ShipmentLink } from '../../../../ui/files/document-link.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { CancelRequestButton } from '../cancellations/cancel-request-button.tsx'
import { CancelRequestNote } from '../cancellations/cancel-request-note.tsx'
import { LineHistory } from './line-history.tsx'
import { LineLinks } from './line-links.tsx'
import { LineReplacements } from './line-replacements.tsx'
import { LineStatus, LineStatusMenu } from './line-status.tsx'
import { MoveLineButton } from './move-line-button.tsx'
import { OrderVerbs } from './order-verbs.tsx'
import { StaffLineActs } from './staff-line-acts.tsx'

const HEAD = 'h-[34px] px-2.5 text-left text-xs font-medium text-text-2 bg-raised border-b border-hairline'
const CELL =
  'px-2.5 py-1.5 align-top lg:border-t lg:border-hairline max-lg:block max-lg:min-w-0 max-lg:wrap-anywhere max-lg:p-0 max-lg:before:text-xs max-lg:before:text-text-2 max-lg:before:content-[attr(data-label)] max-lg:before:block'

/** Above this number of refused lines, offers are loaded on request only. */
const LOOKED_FOR_AT_ONCE = 3

export function OrderLines({ order }: { order: Order }) {
  const { id, lines, decisions, can } = order
  const approvalLineIds = new Set(decisions.filter(({ state }) => state === 'open').map((decision) => decision.line_id))
  const [open, setOpen] = useState<number | null>(null)
  const isManager = useHasRole('ArtikulOrderManager')
  const refused = lines.filter((line) => line.to_replace > 0).map((line) => line.id)
  return (
    <Panel
      title="Строки"
      flush
      actions={isManager && can.move && <OrderVerbs order={order} askedLineIds={approvalLineIds} />}
    >
      <div className="lg:overflow-x-auto">
        <table aria-label="Строки заказа" className="w-full border-separate border-spacing-0 text-sm max-lg:block">
          <thead className="max-lg:sr-only">
            <tr>
              {['№', 'Товар', 'Статус', 'Ожидаем', 'Гарантируем', 'Ваша пометка'].map((title) => (
                <th key={title} scope="col" className={HEAD}>
                  {title}
                </th>
              ))}
              {['Кол-во', 'Цена, ₽', 'НДС', 'Сумма, ₽'].map((title) => (
                <th key={title} scope="col" className={cx(HEAD, 'text-right whitespace-nowrap')}>
                  {title}
                </th>
              ))}
              <th scope="col" className={HEAD}>
                <span className="sr-only">История</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-lg:block">
            {lines.map((line) => (
              <Fragment key={line.id}>
                <Line
                  line={line}
                  managedOrderId={isManager && can.move ? id : null}
                  act={
                    isManager ? (
                      <StaffLineActs order={order} line={line} isAsked={approvalLineIds.has(line.id)} />
                    ) : (
                      <>
                        {can.move && <MoveLineButton orderId={id} line={line} isAsked={approvalLineIds.has(line.id)} />}
                        {can.answer && <CancelRequestButton line={line} />}
                        <ClaimLink orderId={id} line={line} />
                      </>
                    )
                  }
                  open={open === line.id}
                  onToggle={() => setOpen(open === line.id ? null : line.id)}
                />
                {line.cancel && (
                  <Beneath>
                    <CancelRequestNote line={line} request={line.cancel} can={can} />
                  </Beneath>
                )}
                {line.to_replace > 0 && can.repeat && (
                  <Beneath>
                    <LineReplacements
                      order={order}
                      line={line}
                      atOnce={refused.indexOf(line.id) < LOOKED_FOR_AT_ONCE}
                    />
                  </Beneath>
                )}
                {open === line.id && (
                  <tr className="max-lg:block">
                    <td colSpan={11} className="bg-raised px-3 py-2 max-lg:block lg:pl-12">
                      <LineHistory line={line} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** Full-width row below a line. */
const Beneath = ({ children }: { children: ReactNode }) => (
  <tr className="max-lg:block">
    <td colSpan={11} className="px-2.5 pb-2.5 max-lg:block max-lg:px-3">
      {children}
    </td>
  </tr>
)

interface LineProps {
  line: OrderLine
  /** Order whose manager changes the states in place; `null` for other readers. */
  managedOrderId: number | null
  /** Action of the line. */
  act: ReactNode
  open: boolean
  onToggle: () => void
}

function Line({ line, managedOrderId, act, open, onToggle }: LineProps) {
  const title = `${line.brand} ${line.article}`
  return (
    <tr className="max-lg:grid max-lg:grid-cols-2 max-lg:gap-2 max-lg:border-t max-lg:border-hairline max-lg:px-3 max-lg:py-2.5">
      <td className={cx(CELL, 'text-text-2 max-lg:hidden')}>{line.position}</td>
      <td className={cx(CELL, 'max-lg:col-span-2')}>
        <span className="inline-flex items-center gap-1.5">
          <span className="font-semibold">{line.brand}</span>
          <Link to="/catalog/$code" params={{ code: line.product_code }} className="underline-offset-2 hover:underline">
            <Article>{line.article}</Article>
          </Link>
          <CopyButton text={line.article} />
        </span>
        <p className="text-text-2">
          {line.name}, {line.warehouse}
        </p>
        {line.comment && <p className="text-text-2">{line.comment}</p>}
        <LineLinks line={line} />
        {line.claim && <ClaimOriginNote origin={line.claim} />}
        {line.taken && <p className="text-xs text-text-2">{acceptedText(line.taken)}</p>}
      </td>
      <td className={cx(CELL, 'max-lg:col-span-2', managedOrderId !== null && 'lg:min-w-56')} data-label="Статус">
        <span className="flex flex-wrap items-center gap-1">
          {line.parts.map((part) => (
            <Fragment key={`${part.state} ${part.shipment?.id ?? ''}`}>
              {managedOrderId === null ? (
                <LineStatus line={line} part={part} />
              ) : (
                <LineStatusMenu orderId={managedOrderId} line={line} part={part} />
              )}
              {part.shipment && (
                <ShipmentLink id={part.shipment.id} className="text-xs">
                  Отгрузка № {part.shipment.number}
                </ShipmentLink>
              )}
            </Fragment>
          ))}
          {act}
        </span>
        {line.delay?.reason && <p className="text-xs text-text-2">{line.delay.reason}</p>}
      </td>
      <td className={CELL} data-label="Ожидаем">
        <span className="inline-flex flex-wrap items-center gap-1">
          {shortDay(line.expected_date)}
          {line.delay?.is_late && <Tag tone="warn">Опаздывает</Tag>}
        </span>
      </td>
      <td className={cx(CELL, 'text-text-2')} data-label="Гарантируем">
        {shortDay(line.guaranteed_date)}
      </td>
      <td className={cx(CELL, !line.client_ref && 'max-lg:hidden')} data-label="Ваша пометка">
        {line.client_ref || '—'}
      </td>
      <td className={cx(CELL, 'whitespace-nowrap lg:text-right')} data-label="Кол-во">
        {quantity(line.qty, line.unit)}
      </td>
      <td className={cx(CELL, 'lg:text-right')} data-label="Цена, ₽">
        <Money kop={line.price_kop} sign={false} />
      </td>
      <td className={cx(CELL, 'whitespace-nowrap text-text-2 lg:text-right')} data-label="НДС">
        {line.vat_label}
      </td>
      <td className={cx(CELL, 'font-semibold lg:text-right')} data-label="Сумма, ₽">
        <Money kop={line.sum_kop} sign={false} />
      </td>
      <td className={CELL}>
        <IconButton
          size="sm"
          label={`История строки ${title}`}
          aria-expanded={open}
          icon={open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          onClick={onToggle}
        />
      </td>
    </tr>
  )
}

/** «Принято в пределах допуска: +12,00 ₽ за единицу, срок позже на 1 день». */
function acceptedText({ rise_kop: rise, delay_days: days }: NonNullable<OrderLine['taken']>): string {
  const what = [
    rise !== null && rise > 0 && `+${roubles(rise)} за единицу`,
    days > 0 && `срок позже на ${counted(days, 'день', 'дня', 'дней')}`,
  ].filter(Boolean)
  return ['Принято в пределах допуска', what.join(', ')].filter(Boolean).join(': ')
}

/** Link to a new claim about shipped goods, for the buyer. */
function ClaimLink({ orderId, line }: { orderId: number; line: OrderLine }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  if (!isClient || !line.parts.some((part) => part.shipment)) return null
  return (
    <Link to="/claims/new" search={{ order: orderId, line: line.id }} className="text-xs whitespace-nowrap quiet-link">
      Обращение
      <span className="sr-only">
        {' '}
        по {line.brand} {line.article}
      </span>
    </Link>
  )
}
