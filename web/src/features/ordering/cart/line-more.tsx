import { REPLACEMENT_POLICIES, type CartLine } from '@artikul/contract/ordering/cart'
import { cx } from '../../../ui/cx.ts'
import { RowInput } from '../../../ui/fields/row-input.tsx'
import { RowSelect } from '../../../ui/fields/select.tsx'

type LineNotes = Pick<CartLine, 'comment' | 'replacement_policy'>

interface Props {
  line: LineNotes
  title: string
  patch: (next: Partial<LineNotes>) => void
  className?: string
}

const POLICY = { allowed: 'Замена номера разрешена', only_this: 'Только этот номер' } as const

/** True when the line has a comment or a replacement policy other than the default. */
export const hasMore = ({ comment, replacement_policy: policy }: LineNotes) => comment !== '' || policy !== 'allowed'

/** Rarely used settings of a line: permission to replace its number, and a comment. */
export const LineMore = ({ line, title, patch, className }: Props) => (
  <div className={cx('grid gap-2 px-3 pt-2 lg:grid-cols-[14rem_minmax(0,30rem)]', className)}>
    <RowSelect
      label={`Замена номера, ${title}`}
      items={REPLACEMENT_POLICIES.map((value) => ({ value, label: POLICY[value] }))}
      value={line.replacement_policy}
      onValueChange={(policy) => policy && patch({ replacement_policy: policy })}
    />
    <RowInput
      label={`Комментарий, ${title}`}
      placeholder="Комментарий к строке"
      value={line.comment}
      maxLength={500}
      onCommit={(comment) => patch({ comment })}
    />
  </div>
)
