import type { MailState } from '@artikul/contract/platform/mail-states'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

export const MAIL_STATES: Record<MailState, string> = {
  waiting: 'Ожидает отправки',
  sent: 'Отправлено',
  failed: 'Не отправлено',
  kept: 'Только здесь',
}

const TONE: Record<MailState, Tone> = { waiting: 'info', sent: 'success', failed: 'accent', kept: 'warn' }

export const MailStateTag = ({ state }: { state: MailState }) => <Tag tone={TONE[state]}>{MAIL_STATES[state]}</Tag>
