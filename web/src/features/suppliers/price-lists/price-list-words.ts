import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { PriceImport, PriceImportStage } from '@artikul/contract/suppliers/price-lists'
import type { PriceImportState } from '@artikul/contract/suppliers/price-import-states'
import { shortName } from '../../../lib/text/format.ts'
import type { Tone } from '../../../ui/text/tag.tsx'

export const IMPORT_TONES: Record<PriceImportState, Tone> = {
  draft: 'neutral',
  queued: 'info',
  running: 'info',
  checked: 'info',
  waiting: 'warn',
  applied: 'success',
  declined: 'neutral',
  failed: 'accent',
  interrupted: 'warn',
  rolled_back: 'neutral',
}

const STAGES: Record<PriceImportStage, string> = {
  '': 'Ждёт очереди',
  reading: 'Файл читается',
  products: 'Сопоставление с каталогом',
  weighing: 'Сравнение с прежними предложениями',
  offers: 'Запись предложений',
}

/** «Файл читается: 120 000 строк». */
export const progressText = ({ stage, rows_done: rows }: PriceImport) =>
  rows > 0 ? `${STAGES[stage]}: ${counted(rows, 'строка', 'строки', 'строк')}` : STAGES[stage]

const ORIGINS = {
  upload: 'Сотрудник',
  command: 'Команда',
  schedule: 'По расписанию',
  mail: 'Из письма',
  '1c': 'Обмен с 1С',
} as const

export const authorText = ({ author, origin }: PriceImport) => (author === null ? ORIGINS[origin] : shortName(author))

/** «от price@forum.ru, «Прайс»». */
export const emailText = ({ sender, subject }: NonNullable<PriceImport['letter']>) =>
  subject === '' ? `от ${sender}` : `от ${sender}, «${subject}»`

/** «+12 −3, изменено 40»; empty for an import without changes. */
export function changesText({ state, added_count, changed_count, withdrawn_count }: PriceImport): string {
  if (state !== 'applied' && state !== 'rolled_back') return ''
  const parts = [
    added_count > 0 && `добавлено ${formatQty(added_count)}`,
    changed_count > 0 && `изменено ${formatQty(changed_count)}`,
    withdrawn_count > 0 && `снято ${formatQty(withdrawn_count)}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : 'без изменений'
}

/** «38 с», «2 мин 5 с»; empty until the import has ended. */
export function durationText({ started_at, finished_at }: PriceImport): string {
  if (started_at === null || finished_at === null) return ''
  const seconds = Math.max(1, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000))
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes > 0 ? `${minutes} мин ${rest} с` : `${rest} с`
}
