import { z } from 'zod'

/**
 * `waiting`: to be sent; `kept`: no mail server is configured, so the email is only readable here; `failed`: given up.
 */
export const EMAIL_STATES = ['waiting', 'sent', 'failed', 'kept'] as const
export const EmailState = z.enum(EMAIL_STATES)
export type EmailState = z.infer<typeof EmailState>
