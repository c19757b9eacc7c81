import { z } from 'zod'

/** `waiting`: to be sent; `kept`: no mail server is set, the letter is only read here; `failed`: given up. */
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'kept'] as const
export const MailState = z.enum(MAIL_STATES)
export type MailState = z.infer<typeof MailState>
