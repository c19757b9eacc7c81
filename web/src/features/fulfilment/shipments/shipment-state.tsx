import { SHIPMENT_STATES, type ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

const TONES: Record<ShipmentState, Tone> = { shipped: 'info', received: 'success', cancelled: 'neutral' }

export const ShipmentStateTag = ({ state }: { state: ShipmentState }) => (
  <Tag tone={TONES[state]}>{SHIPMENT_STATES[state]}</Tag>
)
