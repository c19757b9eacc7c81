import { formatMoney } from '@artikul/contract/core/money'
import { cx } from '../cx.ts'
import { LABELS } from '../fields/labels.ts'

interface Props {
  /** `null` when the company's admin hides prices from the reader. */
  kop: number | null
  /** Left out where the column's head carries it. */
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
