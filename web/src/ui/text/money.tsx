import { formatMoney } from '@artikul/contract/core/money'
import { cx } from '../cx.ts'
import { LABELS } from '../fields/labels.ts'

interface Props {
  /** `null` when the company's admin hides prices from the user. */
  kop: number | null
  /** Shows the currency sign; false where the column header contains it. */
  sign?: boolean
  className?: string
}

/** Roubles and kopecks. */
export function Money({ kop, sign = true, className }: Props) {
  if (kop === null) {
    return (
      <span role="img" aria-label={LABELS.pricesHidden} title={LABELS.pricesHidden} className={className}>
        —
      </span>
    )
  }
  return (
    <span className={cx('whitespace-nowrap', className)}>
      {formatMoney(kop)}
      {sign && '\u00a0₽'}
    </span>
  )
}
