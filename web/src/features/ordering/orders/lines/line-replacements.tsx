import { saleStepNote } from '../../../../lib/text/sale-step.ts'
import { priceAt } from '@artikul/contract/catalog/best-offers'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import type { Order, OrderLine } from '@artikul/contract/ordering/orders/orders'
import { unitText } from '@artikul/contract/core/units'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../../lib/session/current-session.ts'
import { quantity, shortDay } from '../../../../lib/text/format.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { QtyStepper } from '../../../../ui/fields/qty-stepper.tsx'
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import {
  replacementChoices,
  insteadQuery,
  replaceableQty,
  useRequestReplacement,
  useOrderInstead,
  useSendInstead,
  type ReplacementChoice,
  type Kind,
} from './replacements.api.ts'

const KINDS: Record<Kind, string> = { same: 'Тот же артикул', replacement: 'Замена', analogue: 'Аналог' }
const FEW = 4

interface Props {
  order: Order
  line: OrderLine
  /** Loads offers immediately instead of on request. */
  atOnce: boolean
}

/** Offers to order instead of a refused line in one press, below that line. */
export function LineReplacements({ order, line, atOnce }: Props) {
  const [isOpen, setIsOpen] = useState(atOnce)
  const left = Math.max(0, line.to_replace - line.in_cart)
  const [qty, setQty] = useState(left)
  const wanted = Math.min(qty || left, left)
  return (
    <section
      aria-label={`Замена: ${line.brand} ${line.article}`}
      data-screen-only=""
      className="flex flex-col gap-2 border-l-2 border-warn bg-raised px-3 py-2.5"
    >
      {line.in_cart > 0 && (
        <p className="text-sm">
          Вместо отказанного в корзине уже лежит {quantity(line.in_cart, line.unit)}{' '}
          <Link to="/cart" className="underline underline-offset-2">
            Открыть корзину
          </Link>
        </p>
      )}
      {left > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="text-sm font-semibold">Отказано {quantity(left, line.unit)} Что заказать вместо:</h3>
          {isOpen ? (
            left > 1 && (
              <QtyStepper
                label={`Сколько заменить: ${line.brand} ${line.article}`}
                value={wanted}
                onValueChange={(value) => setQty(Math.min(value, left))}
                max={left}
              />
            )
          ) : (
            <Button size="sm" onClick={() => setIsOpen(true)}>
              Подобрать замену
            </Button>
          )}
        </div>
      )}
      {isOpen && left > 0 && <Choices order={order} line={line} wanted={wanted} />}
    </section>
  )
}

function Choices({ order, line, wanted }: { order: Order; line: OrderLine; wanted: number }) {
  const { data, error, refetch } = useQuery(insteadQuery(line, order))
  const [isWhole, setIsWhole] = useState(false)
  if (error) return <QueryFallback error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows count={2} />
  const choices = replacementChoices(data, line)
  const shown = isWhole ? choices : choices.slice(0, FEW)
  return (
    <>
      {choices.length === 0 ? (
        <p className="text-sm text-text-2">Ни этого артикула, ни замен сейчас нет в наличии.</p>
      ) : (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {shown.map((choice) => (
            <ChoiceRow key={choice.offer.id} line={line} choice={choice} wanted={wanted} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {choices.length > shown.length && (
          <Button size="sm" look="ghost" onClick={() => setIsWhole(true)}>
            Показать ещё {choices.length - shown.length}
          </Button>
        )}
        <ManagerRequest line={line} wanted={wanted} />
      </div>
    </>
  )
}

interface RowProps {
  line: OrderLine
  choice: ReplacementChoice
  wanted: number
}

function ChoiceRow({ line, choice, wanted }: RowProps) {
  const { kind, product, offer } = choice
  const { ordered } = replaceableQty(offer, wanted)
  const price = priceAt(offer, ordered)
  const unit = unitText(product.unit)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link to="/catalog/$code" params={{ code: product.code }} className="quiet-link">
            <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>
          </Link>
          <Tag tone="neutral">{KINDS[kind]}</Tag>
        </p>
        <p className="text-xs break-words text-text-2">
          {product.name}, {offer.warehouse}, есть {offer.qty_text} {unit}
          {saleStepNote(offer)}
        </p>
      </div>
      <p className="w-32">
        Ожидаем {shortDay(offer.expected_date)}
        <span className="block text-xs text-text-2">Гарантируем {shortDay(offer.guaranteed_date)}</span>
      </p>
      <p className="w-28 sm:text-right">
        <Money kop={price} />
        {price !== null && ordered > 1 && (
          <span className="block text-xs text-text-2">
            итого <Money kop={lineSumKop(price, toThousandths(ordered))} />
          </span>
        )}
      </p>
      <Act line={line} choice={choice} wanted={wanted} />
    </li>
  )
}

function Act({ line, choice, wanted }: RowProps) {
  const mayPlace = useMay('place_orders')
  const orderIt = useOrderInstead(line)
  const send = useSendInstead(line)
  const { product, offer } = choice
  const { ordered } = replaceableQty(offer, wanted)
  const act = mayPlace ? orderIt : send
  const words = mayPlace ? `Заказать ${quantity(ordered, product.unit)}` : 'Отправить на оформление'
  return (
    <Button
      size="sm"
      busy={act.isPending}
      className="max-sm:w-full"
      aria-label={`${words}: ${product.brand} ${product.article}, ${offer.warehouse}`}
      onClick={() => act.mutate({ ...choice, wanted })}
    >
      {words}
    </Button>
  )
}

function ManagerRequest({ line, wanted }: { line: OrderLine; wanted: number }) {
  const ask = useRequestReplacement(line)
  if (ask.data)
    return (
      <p role="status" className="text-sm">
        Менеджер получил{' '}
        <Link to="/requests/$id" params={{ id: String(ask.data.id) }} className="quiet-link">
          запрос {ask.data.number}
        </Link>
        , ответ придёт в «Запросы».
      </p>
    )
  return (
    <Button
      size="sm"
      busy={ask.isPending}
      aria-label={`Спросить менеджера: ${line.brand} ${line.article}`}
      onClick={() => ask.mutate(wanted)}
    >
      Спросить менеджера
    </Button>
  )
}
