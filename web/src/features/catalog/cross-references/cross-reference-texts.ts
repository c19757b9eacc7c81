import type { CrossReferenceImport, CrossReferenceKind, Reliability } from '@artikul/contract/catalog/cross-references'
import type { Tone } from '../../../ui/text/tag.tsx'

/** Relation of the left product to the right one. */
export const KINDS: Record<CrossReferenceKind, string> = {
  analogue: 'Аналог',
  replaced_by: 'Заменён на',
  replaces: 'Заменяет',
}

export const RELIABILITIES: Record<Reliability, string> = {
  sure: 'Надёжный',
  ordinary: 'Обычный',
  doubtful: 'Сомнительный',
}

export const IMPORT_STATE_TONES: Record<Reliability, Tone> = { sure: 'success', ordinary: 'neutral', doubtful: 'warn' }

export const STATES: Record<CrossReferenceImport['state'], string> = {
  checked: 'Не загружен',
  applied: 'Загружен',
  rolled_back: 'Отменена',
}

/** Choices of a list, in the order of the record. */
export const unknownBrandChoices = <T extends string>(words: Record<T, string>) =>
  (Object.entries(words) as [T, string][]).map(([value, label]) => ({ value, label }))
