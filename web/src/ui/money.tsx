import { formatMoney } from '@artikul/contract/money'
import { cx } from './cx.ts'

/** Roubles and kopecks; the sign is left out where the column's head carries it. */
export const Money = ({ kop, sign = true, className }: { kop: number; sign?: boolean; className?: string }) => (
  <span className={cx('whitespace-nowrap', className)}>
    {formatMoney(kop)}
    {sign && '\u00a0₽'}
  </span>
)
