import { CONTRACTOR_STATUS_LABELS, type ContractorStatus } from '@artikul/contract/companies/contractor-status'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

const TONES: Record<ContractorStatus, Tone> = { pending: 'info', active: 'success', declined: 'accent' }

export const StatusTag = ({ status }: { status: ContractorStatus }) => (
  <Tag tone={TONES[status]}>{CONTRACTOR_STATUS_LABELS[status]}</Tag>
)

export const StoppedTag = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <span title={reason}>
      <Tag tone="warn">Стоп-лист</Tag>
      <span className="sr-only"> {reason}</span>
    </span>
  )
