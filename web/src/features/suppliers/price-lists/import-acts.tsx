import { openQuestions } from '@artikul/contract/suppliers/price-list'
import type { PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { Button } from '../../../ui/button.tsx'
import type { useImportActs } from './use-import-acts.ts'
import type { LayoutDraft } from './use-reading.ts'

interface Props {
  item: PriceImportDetails
  acts: ReturnType<typeof useImportActs>
  /** Layout draft; null unless the columns are displayed. */
  reading: LayoutDraft | null
  onCorrect: () => void
}

/** Buttons of the import window, by the state of the import. */
export function ImportActs({ item, acts, reading, onCorrect }: Props) {
  if (item.can_roll_back)
    return (
      <Button look="danger" busy={acts.busy} onClick={acts.rollBack}>
        Отменить загрузку
      </Button>
    )
  const decline = (
    <Button look="ghost" disabled={acts.busy} onClick={acts.decline}>
      Отклонить
    </Button>
  )
  const { layout, default_brand } = item
  const questions = reading?.questions ?? (layout ? openQuestions({ ...layout, default_brand }) : [])
  const isUnanswered = questions.length > 0
  if (reading)
    return (
      <>
        {decline}
        <Button disabled={reading.busy || isUnanswered} onClick={() => reading.start(false)}>
          Загрузить сразу
        </Button>
        <Button look="primary" busy={reading.busy} disabled={isUnanswered} onClick={() => reading.start(true)}>
          Проверить
        </Button>
      </>
    )
  if (!item.has_file || (item.state !== 'checked' && item.state !== 'waiting')) return null
  return (
    <>
      {decline}
      <Button disabled={acts.busy} onClick={onCorrect}>
        {isUnanswered ? 'Ответить на вопросы' : 'Исправить столбцы'}
      </Button>
      {acts.update && !isUnanswered && (
        <Button disabled={acts.busy} onClick={acts.update}>
          Только обновить
        </Button>
      )}
      {!isUnanswered && (
        <Button look="primary" busy={acts.busy} onClick={acts.approve}>
          {item.doubts.length > 0 ? 'Всё равно загрузить' : 'Загрузить'}
        </Button>
      )}
    </>
  )
}
