import type { EmailState } from '@artikul/contract/platform/email-states'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

export const EMAIL_STATE_LABELS: Record<EmailState, string> = {
  waiting: 'Ожидает отправки',
  sent: 'Отправлено',
  failed: 'Не отправлено',
  kept: 'Не отправлено: почта не настроена',
}

const TONE: Record<EmailState, Tone> = { waiting: 'info', sent: 'success', failed: 'accent', kept: 'warn' }

export const EmailStateTag = ({ state }: { state: EmailState }) => (
  <Tag tone={TONE[state]}>{EMAIL_STATE_LABELS[state]}</Tag>
)
