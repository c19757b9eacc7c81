import { LINE_STATES, type LineState } from '@artikul/contract/ordering/orders/orders'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

const STATE_TONE: Record<LineState, Tone> = {
  new: 'info',
  awaiting_payment: 'warn',
  on_hold: 'warn',
  needs_confirm: 'accent',
  reserved: 'info',
  in_work: 'info',
  ordered_supplier: 'info',
  confirmed_supplier: 'info',
  in_transit: 'info',
  delayed: 'warn',
  arrived: 'success',
  picking: 'success',
  ready: 'success',
  shipped: 'neutral',
  issued: 'neutral',
  refused_supplier: 'accent',
  cancelled_client: 'neutral',
  removed: 'neutral',
  return_requested: 'warn',
  returned: 'neutral',
}

export const LineStateTag = ({ state, qty }: { state: LineState; qty?: string | undefined }) => (
  <Tag tone={STATE_TONE[state]}>
    {LINE_STATES[state]}
    {qty && `: ${qty}`}
  </Tag>
)
