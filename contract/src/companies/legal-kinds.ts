import { z } from 'zod'

/** Texts that people accept: the public offer and, separately, the processing of personal data (152-ФЗ, ст. 9). */
export const AgreedKind = z.enum(['offer', 'personal_data'])
export type AgreedKind = z.infer<typeof AgreedKind>

/** Accepted texts and the privacy policy, which is published but requires no consent (152-ФЗ, ст. 18.1). */
export const LegalKind = z.enum([...AgreedKind.options, 'privacy_policy'])
export type LegalKind = z.infer<typeof LegalKind>

export const LEGAL_LABELS: Record<LegalKind, string> = {
  offer: 'Оферта',
  personal_data: 'Согласие на обработку персональных данных',
  privacy_policy: 'Политика обработки персональных данных',
}
