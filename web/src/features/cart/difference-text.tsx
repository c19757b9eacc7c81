import type { Difference } from '@artikul/contract/errors'
import { formatQty } from '@artikul/contract/money'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { day, roubles } from '../../lib/format.ts'

/** What changed, old beside new, the new one lit. */
export function DifferenceText({ difference }: { difference: Difference }) {
  const { message, old_price_kop, new_price_kop, old_date, new_date, asked_qty, available_qty } = difference
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-sm text-warn">
      <span className="font-medium">{message}</span>
      {old_price_kop !== null && new_price_kop !== null && (
        <Change before={roubles(old_price_kop)} after={roubles(new_price_kop)} />
      )}
      {old_date !== null && new_date !== null && <Change before={day(old_date)} after={day(new_date)} />}
      {asked_qty !== null && available_qty !== null && (
        <Change before={formatQty(asked_qty)} after={formatQty(available_qty)} />
      )}
    </span>
  )
}

const Change = ({ before, after }: { before: ReactNode; after: ReactNode }) => (
  <span className="inline-flex items-center gap-1">
    <s className="text-text-2">
      <span className="sr-only">было </span>
      {before}
    </s>
    <IconArrowRight size={14} aria-hidden="true" className="text-text-2" />
    <span className="rounded bg-warn/12 px-1 font-semibold">
      <span className="sr-only">стало </span>
      {after}
    </span>
  </span>
)
