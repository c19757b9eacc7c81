import type { LinkedLine } from '@artikul/contract/ordering/orders/linked-line'
import { quantity, shortDay } from '../../../../lib/text/format.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { cx } from '../../../../ui/cx.ts'
import { OrderLink } from '../../../../ui/files/document-link.tsx'

interface Props {
  line: { replaces: LinkedLine | null; replaced_by: readonly LinkedLine[]; unit: string }
}

const Named = ({ brand, article }: LinkedLine) => (
  <>
    {brand} <Article>{article}</Article>
  </>
)

/** Links between a refused line and the lines ordered instead, in both directions. */
export function LineLinks({ line: { replaces, replaced_by: others, unit } }: Props) {
  return (
    <>
      {replaces && (
        <p className="text-xs text-info">
          Вместо <Named {...replaces} />
          {replaces.refused_on && ` (отказ ${shortDay(replaces.refused_on)})`}, заказ{' '}
          <OrderLink id={replaces.order_id}>№ {replaces.order_number}</OrderLink>
        </p>
      )}
      {others.map((other) => (
        <p key={other.line_id} className={cx('text-xs', other.qty > 0 ? 'text-info' : 'text-text-2')}>
          {other.qty > 0 ? (
            <>
              Заменено строкой <Named {...other} />, {quantity(other.qty, unit)}, заказ{' '}
            </>
          ) : (
            <>
              Замена строкой <Named {...other} /> не состоялась, заказ{' '}
            </>
          )}
          <OrderLink id={other.order_id}>№ {other.order_number}</OrderLink>
        </p>
      ))}
    </>
  )
}
