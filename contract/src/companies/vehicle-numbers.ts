import { VIN_LABEL, VIN_LENGTH } from '../core/vin.ts'

export type VehicleNumberKind = 'vin' | 'frame_number' | 'plate'

/** Number that identifies a vehicle, in the form in which it is stored and compared. */
export interface VehicleNumber {
  kind: VehicleNumberKind
  number: string
}

/** Names of the kinds on screen. */
export const VEHICLE_NUMBER_LABELS: Record<VehicleNumberKind, string> = {
  vin: 'VIN',
  frame_number: 'Номер кузова',
  plate: 'Госномер',
}

const CYRILLIC = 'АВЕКМНРСТУХ'
const LATIN = 'ABEKMHPCTYX'

const replaceLetters = (text: string, from: string, to: string) =>
  Array.from(text, (letter) => to[from.indexOf(letter)] ?? letter).join('')

/**
 * Writes look-alike Cyrillic letters in Latin capitals. О stays Cyrillic: neither letter occurs in a VIN, and the digit
 * may have been meant.
 */
export const toLatinLetters = (typed: string) => replaceLetters(typed.toUpperCase(), CYRILLIC, LATIN)

/** ГОСТ Р 50577: plates use only the twelve Cyrillic letters that look like Latin ones. */
export const toPlateLetters = (typed: string) => replaceLetters(typed.toUpperCase(), `${LATIN}O`, `${CYRILLIC}О`)

const withoutSpaces = (typed: string) => typed.replace(/\s+/g, '')
const withoutLabel = (typed: string) => typed.normalize('NFC').replace(VIN_LABEL, '')

/** ISO 3779: 17 signs without I, O and Q. A number without letters is a barcode or an article. */
const VIN = /^(?=.*[A-Z])[A-HJ-NPR-Z0-9]{17}$/

/** Returns the VIN as stored, or null when the text is not one. */
export function parseVin(typed: string): string | null {
  const vin = toLatinLetters(withoutSpaces(withoutLabel(typed)))
  return VIN.test(vin) ? vin : null
}

/** Explains why the text is not a VIN. */
export function vinFault(typed: string): string {
  const vin = toLatinLetters(withoutSpaces(withoutLabel(typed)))
  if (vin.length !== VIN_LENGTH)
    return `В VIN ${VIN_LENGTH} знаков, а здесь ${vin.length}: проверьте, нет ли лишних или пропущенных`
  if (/[IOQО]/.test(vin)) return 'В VIN не бывает букв I, O и Q: проверьте, не цифры ли это 1 и 0'
  return 'В VIN только латинские буквы и цифры'
}

/** Model of a Japanese car and its serial number: «NZE121-3012345», «FD3S-100001», «FE83DEN-500123». */
const FRAME = /^[A-Z]{1,5}\d{1,3}[A-Z]{0,4}\d?-\d{5,7}$/

/** Returns the frame number as stored, or null when the text is not one. */
export function parseFrameNumber(typed: string): string | null {
  const frame = toLatinLetters(withoutSpaces(withoutLabel(typed))).replace(/[‐‑–—−]/g, '-')
  return FRAME.test(frame) ? frame : null
}

/** А123ВС77 or А123ВС777; neither the number nor the region consists of zeros. */
const PLATE = /^[АВЕКМНОРСТУХ](?!000)\d{3}[АВЕКМНОРСТУХ]{2}(?:(?!00)\d{2}|[1-9]\d{2})$/

/** Returns the registration plate as stored, in Cyrillic without spaces, or null when the text is not one. */
export function parsePlate(typed: string): string | null {
  const plain = typed
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s|/-]+/g, '')
    .replace(/RUS$/, '')
  const plate = toPlateLetters(plain)
  return PLATE.test(plate) ? plate : null
}

/** Recognises a VIN, a registration plate or a frame number; null for anything else, such as an article. */
export function recogniseVehicleNumber(typed: string): VehicleNumber | null {
  const vin = parseVin(typed)
  if (vin !== null) return { kind: 'vin', number: vin }
  const plate = parsePlate(typed)
  if (plate !== null) return { kind: 'plate', number: plate }
  const frame = parseFrameNumber(typed)
  return frame === null ? null : { kind: 'frame_number', number: frame }
}

/** «А 123 ВС 77»: the plate as people read it. */
export const plateText = (plate: string) => plate.replace(/^(.)(\d{3})(..)(\d+)$/, '$1\u00a0$2\u00a0$3\u00a0$4')
