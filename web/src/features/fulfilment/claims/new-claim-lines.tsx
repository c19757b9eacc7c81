import type { ClaimableGoods, ClaimableLine } from '@artikul/contract/fulfilment/claim-goods'
import { day, quantity } from '../../../lib/text/format.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/text/money.tsx'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { QtyStepper } from '../../../ui/fields/qty-stepper.tsx'
import { eligibilityOf, type ClaimDraft } from './new-claim-draft.ts'

interface Props {
  goods: ClaimableGoods
  draft: ClaimDraft
  errorOf: (at: number, field: string) => string | undefined
}

/** Lines of the shipment with the deadline, quantity and deduction of a claim, or the reason why it is not possible. */
export function NewClaimLines({ goods, draft, errorOf }: Props) {
  const places = draft.body.lines.map((line) => line.shipment_line_id)
  return (
    <ul className="divide-y divide-hairline">
      {goods.lines.map((line) => {
        const at = places.indexOf(line.shipment_line_id)
        return (
          <Line
            key={line.shipment_line_id}
            line={line}
            draft={draft}
            error={at < 0 ? undefined : (errorOf(at, 'qty') ?? errorOf(at, 'shipment_line_id'))}
            priceError={at < 0 ? undefined : errorOf(at, 'asked_kop')}
          />
        )
      })}
    </ul>
  )
}

interface LineProps {
  line: ClaimableLine
  draft: ClaimDraft
  error: string | undefined
  priceError: string | undefined
}

function Line({ line, draft, error, priceError }: LineProps) {
  const { shipment_line_id: id, brand, article, name, unit, order_number: order, shipped_qty: shipped } = line
  const may = eligibilityOf(line, draft.kind)
  const chosen = draft.lines[id]
  const isDead = may?.reason !== null
  return (
    <li className={cx('flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm', isDead && 'text-text-2')}>
      <div className="min-w-0 flex-1 basis-64">
        <Checkbox
          label={
            <>
              <span className="font-semibold">{brand}</span> <span className="article">{article}</span>, {name}
            </>
          }
          checked={chosen !== undefined}
          disabled={isDead}
          onCheckedChange={(isChosen) => draft.choose(line, isChosen)}
        />
        <p className="pl-6 text-text-2">
          Заказ № {order}, отгружено {quantity(shipped, unit)}
          {line.price_kop !== null && (
            <>
              {' по '}
              <Money kop={line.price_kop} />
            </>
          )}
        </p>
        <p className="pl-6">{may?.reason ?? <Terms line={line} draft={draft} />}</p>
      </div>
      {chosen && !isDead && (
        <div className="flex flex-wrap items-start gap-3 pl-6">
          {draft.kind !== 'price' && (
            <div>
              <QtyStepper
                label={`Количество: ${brand} ${article}`}
                step={{ multiplicity: Number.isInteger(shipped) ? 1 : 0.001 }}
                {...(may.qty !== null && { max: may.qty })}
                value={chosen.qty}
                onValueChange={(qty) => draft.changeLine(id, { qty })}
              />
              {error && <p className="mt-1 text-xs text-accent">{error}</p>}
            </div>
          )}
          {draft.kind === 'price' && draft.outcome !== 'fix' && (
            <MoneyField
              label="Верная цена"
              ofWhat={`${brand} ${article}`}
              className="w-36"
              value={chosen.askedKop}
              onValueChange={(askedKop) => draft.changeLine(id, { askedKop })}
              error={priceError}
            />
          )}
        </div>
      )}
    </li>
  )
}

function Terms({ line, draft }: { line: ClaimableLine; draft: ClaimDraft }) {
  const may = eligibilityOf(line, draft.kind)
  if (!may) return null
  return [
    may.until && `Можно до ${day(may.until)} включительно`,
    may.qty !== null && draft.kind !== 'price' && `осталось ${quantity(may.qty, line.unit)}`,
    may.withheld_percent > 0 && `удержание ${may.withheld_percent}\u00a0%`,
  ]
    .filter(Boolean)
    .join(', ')
}
