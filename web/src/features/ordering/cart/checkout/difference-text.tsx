import type { LineDifference } from '@artikul/contract/core/errors'
import { IconArrowRight } from '@tabler/icons-react'
import { day, roubles } from '../../../../lib/text/format.ts'

/** Returns old and new values of a price or date difference when both are known. */
function pairOf({ kind, old_price_kop, new_price_kop, old_date, new_date }: LineDifference): [string, string] | null {
  if (kind === 'price' && old_price_kop !== null && new_price_kop !== null)
    return [roubles(old_price_kop), roubles(new_price_kop)]
  return kind === 'date' && old_date !== null && new_date !== null ? [day(old_date), day(new_date)] : null
}

/** Description of a change with the old and the highlighted new value. */
export function DifferenceText({ difference }: { difference: LineDifference }) {
  const pair = pairOf(difference)
  // A message consists of words and then figures, separated by a colon.
  const [words] = pair ? difference.message.split(': ') : [difference.message]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-sm text-warn">
      <span className="font-medium">{words}</span>
      {pair && (
        <span className="inline-flex items-center gap-1">
          <s className="text-text-2">
            <span className="sr-only">было </span>
            {pair[0]}
          </s>
          <IconArrowRight size={14} aria-hidden="true" className="text-text-2" />
          <span className="rounded bg-warn/12 px-1 font-semibold">
            <span className="sr-only">стало </span>
            {pair[1]}
          </span>
        </span>
      )}
    </span>
  )
}
