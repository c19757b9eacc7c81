import { z } from 'zod'
import { articleKey } from '../catalog/article.ts'

export const VIN_LENGTH = 17
/** ISO 3779: letters that look like digits are not used. */
const NEVER_IN_VIN = /[IOQ]/

/**
 * Converts to the form of plates and documents: capitals and digits, look-alike Cyrillic in Latin; only the dash stays.
 */
const folded = (typed: string) => typed.split('-').map(articleKey).join('-')

/** «VIN: …», «VIN № …», «Кузов …» before the number itself. */
export const VIN_LABEL = /^\s*(?:vin|вин|frame|кузов|№\s*кузова)(?:[\s:№#-]|код|code)*/i
/** Japanese frame numbers: a model and a serial number, 9 to 14 signs; longer ones have a dash between them. */
const LONGEST_FRAME = 14

/** VIN, or the frame number of a car without one («GX100-6012345»). */
export const Vin = z
  .string('Заполните поле')
  .max(50, 'VIN — 17 знаков, номер кузова — до 20')
  .transform((typed) => folded(typed.replace(VIN_LABEL, '')))
  .refine((vin) => /^[A-Z0-9-]{5,20}$/.test(vin), 'VIN — 17 знаков, номер кузова — до 20: латинские буквы и цифры')
  .refine((vin) => vin.includes('-') || vin.length === VIN_LENGTH || vin.length <= LONGEST_FRAME, {
    error: ({ input }) =>
      `В VIN ${VIN_LENGTH} знаков, а здесь ${String(input).length}: проверьте, нет ли лишних или пропущенных`,
  })
  .refine((vin) => vin.length !== VIN_LENGTH || vin.includes('-') || !NEVER_IN_VIN.test(vin), {
    message: 'В VIN не бывает букв I, O и Q: проверьте, не цифры ли это 1 и 0',
  })
