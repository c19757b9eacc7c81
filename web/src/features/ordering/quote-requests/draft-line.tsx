import { IconTrash } from '@tabler/icons-react'
import { nearDay, todayIso } from '../../../lib/text/format.ts'
import { Article } from '../../../ui/text/article.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AnswerDraftLine } from './answer-draft.ts'

interface Props {
  line: AnswerDraftLine
  /** Errors by field name of the answer. */
  errorOf: (field: string) => string | undefined
  onChange: (next: Partial<AnswerDraftLine>) => void
  onRemove: () => void
}

/** A chosen offer before sending: quantity, price and deadline. */
export function DraftLineFields({ line, errorOf, onChange, onRemove }: Props) {
  const { product, offer } = line
  const title = `${product.brand} ${product.article}`
  return (
    <li className="px-4 py-3 text-sm">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>{' '}
          <span className="text-text-2">
            {product.name}. {offer.warehouse}, ожидаем {nearDay(offer.expected_date)}, обычная цена{' '}
            <Money kop={offer.price_kop} className="font-semibold text-text" />
          </span>
          {errorOf('offer_id') && <span className="block text-accent">{errorOf('offer_id')}</span>}
        </p>
        <IconButton size="row" label={`Убрать из ответа ${title}`} icon={<IconTrash size={16} />} onClick={onRemove} />
      </div>
      <div
        role="group"
        aria-label={title}
        className="mt-2 grid grid-cols-2 gap-2 lg:grid-cols-[6rem_9rem_9rem_minmax(10rem,1fr)]"
      >
        <NumberField
          label="Количество"
          value={line.qty}
          onValueChange={(qty) => onChange({ qty: qty ?? 0 })}
          error={errorOf('qty')}
        />
        <MoneyField
          label="Спец. цена"
          placeholder="обычная"
          value={line.specialKop}
          onValueChange={(specialKop) => onChange({ specialKop })}
          error={errorOf('special_kop')}
        />
        <DateField
          label="Действует до"
          min={todayIso()}
          disabled={line.specialKop === null}
          value={line.specialKop === null ? null : line.validUntil}
          onValueChange={(validUntil) => onChange({ validUntil })}
          error={errorOf('valid_until')}
        />
        <TextField
          label="Комментарий"
          className="max-lg:col-span-2"
          maxLength={500}
          value={line.comment}
          onValueChange={(comment) => onChange({ comment })}
          error={errorOf('comment')}
        />
      </div>
    </li>
  )
}
