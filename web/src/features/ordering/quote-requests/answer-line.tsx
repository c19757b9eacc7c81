import type { RequestAnswer } from '@artikul/contract/ordering/quote-requests'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nearDay, quantity, shortDay } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

interface Props {
  answer: RequestAnswer
  /** Action of the line: a checkbox to choose it or a button to withdraw it. */
  act: ReactNode
}

/** One offer of an answer, at its current price. */
export function AnswerLine({ answer, act }: Props) {
  const { product, warehouse, qty, comment, expected_date } = answer
  return (
    <li className="grid grid-cols-[1.5rem_1fr_auto] items-start gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
      <div className="flex h-6 items-center">{act}</div>
      <div className={cx('min-w-0', answer.is_withdrawn && 'line-through')}>
        <p>
          <span className="font-semibold">{product.brand}</span>{' '}
          <Link to="/catalog/$code" params={{ code: product.code }} className="font-medium quiet-link">
            <Article>{product.article}</Article>
          </Link>{' '}
          <span className="text-text-2">{product.name}</span>
        </p>
        <p className="text-text-2">
          {quantity(qty, product.unit)}, {warehouse}
          {expected_date && `, ожидаем ${nearDay(expected_date)}`}
        </p>
        {comment && <p className="mt-0.5 break-words">{comment}</p>}
        <AnswerTags answer={answer} />
      </div>
      <Price answer={answer} />
    </li>
  )
}

function AnswerTags({ answer }: { answer: RequestAnswer }) {
  const { is_withdrawn, is_available, in_cart, ordered_qty, is_special, valid_until, product } = answer
  return (
    <div className="mt-1 flex flex-wrap gap-1 empty:hidden">
      {is_withdrawn && <Tag>отозвано</Tag>}
      {!is_withdrawn && is_special && valid_until && <Tag tone="success">Спец. цена до {shortDay(valid_until)}</Tag>}
      {!is_withdrawn && !is_special && valid_until && ordered_qty === 0 && (
        <Tag tone="warn">Спец. цена действовала до {shortDay(valid_until)}</Tag>
      )}
      {!is_withdrawn && !is_available && <Tag tone="warn">сейчас нет в наличии</Tag>}
      {in_cart && <Tag tone="info">в корзине</Tag>}
      {ordered_qty > 0 && <Tag tone="info">заказано {quantity(ordered_qty, product.unit)}</Tag>}
    </div>
  )
}

function Price({ answer: { price_kop, ordinary_kop, is_special, is_available } }: { answer: RequestAnswer }) {
  if (!is_available) return null
  return (
    <p className="text-right">
      <Money kop={price_kop} className="font-semibold" />
      {is_special && ordinary_kop !== null && (
        <s className="block text-xs text-text-2">
          <span className="sr-only">обычная цена </span>
          <Money kop={ordinary_kop} />
        </s>
      )}
    </p>
  )
}
