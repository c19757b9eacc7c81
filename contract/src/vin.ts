import { z } from 'zod'
import { articleKey } from './article.ts'

const VIN_LENGTH = 17
/** ISO 3779: letters that look like digits are not used. */
const NEVER_IN_VIN = /[IOQ]/

/** As plates and papers have it: capitals and digits, look-alike Cyrillic written in Latin; only the dash stays. */
const folded = (typed: string) => typed.split('-').map(articleKey).join('-')

/** A VIN, or the frame number of a car without one («GX100-6012345»). */
export const Vin = z
  .string('Заполните поле')
  .max(50, 'VIN — 17 знаков, номер кузова — до 20')
  .transform(folded)
  .refine((vin) => /^[A-Z0-9-]{5,20}$/.test(vin), 'VIN — 17 знаков, номер кузова — до 20: латинские буквы и цифры')
  .refine((vin) => vin.length !== VIN_LENGTH || vin.includes('-') || !NEVER_IN_VIN.test(vin), {
    message: 'В VIN не бывает букв I, O и Q: проверьте, не цифры ли это 1 и 0',
  })
