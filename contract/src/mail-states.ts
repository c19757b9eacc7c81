import { z } from 'zod'

/** `waiting`: to be sent; `kept`: no mail server is set, the letter is only read here; `failed`: given up. */
export const MailState = z.enum(['waiting', 'sent', 'failed', 'kept'])
export type MailState = z.infer<typeof MailState>
