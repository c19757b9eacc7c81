import type { OnlineSupplier, SupplierState } from '@artikul/contract/suppliers/online-suppliers'
import { formatPercent, formatQty } from '@artikul/contract/core/money'
import type { Tone } from '../../../ui/text/tag.tsx'

export const STATE_TONES: Record<SupplierState, Tone> = {
  ready: 'success',
  paused: 'neutral',
  closed: 'info',
  resting: 'accent',
}

/** «98,5 %» of the last day's queries; a dash when there were none. */
export const answeredText = ({ asked, answered }: OnlineSupplier['day']): string =>
  asked === 0 ? '—' : formatPercent(Math.floor((answered * 1000) / asked) * 10)

/** «до 750 мс»: the 95th percentile of response times. */
export const p95Text = ({ p95_ms: ms }: OnlineSupplier['day']): string =>
  ms === null ? '—' : `до ${formatQty(ms)}\u00a0мс`
