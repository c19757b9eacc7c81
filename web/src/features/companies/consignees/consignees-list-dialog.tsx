import { MAX_LISTED_CONSIGNEES, type ListedConsignee } from '@artikul/contract/companies/consignees'
import { counted } from '@artikul/contract/core/plural'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangeList } from '../../../ui/text/changes.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { FileRows } from '../../../ui/files/file-rows.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { usePointsImport, type ImportCounts, type ImportOutcome } from './use-points-import.ts'

const MAX_BYTES = 2 * 1024 * 1024

interface Props {
  onClose: () => void
  /** Called when points were created, so that the list refreshes. */
  onMade: () => void
}

/** «Загрузить из файла». The window stays open during the import: closing stops it and shows what was saved. */
export default function ConsigneesListDialog({ onClose, onMade }: Props) {
  const [files, setFiles] = useState<File[]>([])
  const { points, waiting, outcomes, made, isMaking, isDone, ...list } = usePointsImport(onMade)
  const leave = isMaking ? list.stop : onClose
  const actions = (
    <>
      <Button onClick={leave}>{leaveText(isMaking, isDone)}</Button>
      {waiting.added + waiting.changed > 0 && (
        <Button look="primary" busy={isMaking} onClick={list.makeAll}>
          {orderText(waiting)}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      title="Загрузить из файла"
      description="Файл со столбцами «Название точки» и «Адрес» и любыми другими из выгрузки. Годится и сама выгрузка: что в ней изменено, изменится и здесь."
      open
      onClose={leave}
      width="lg"
      actions={actions}
    >
      <div className="flex flex-col gap-3">
        <Dropzone
          label="Файл"
          hint={`XLSX, XLS, ODS или CSV, до 2 МБ и ${MAX_LISTED_CONSIGNEES} точек`}
          files={files}
          maxSize={MAX_BYTES}
          disabled={list.isReading || isMaking}
          onFilesChange={([file]) => {
            setFiles(file ? [file] : [])
            if (file) list.read(file)
          }}
        />
        {list.error && <Notice tone="warn">{messageOf(list.error)}</Notice>}
        {list.isOthers && (
          <Notice tone="warn">
            Выбрана другая компания, загрузка остановлена. Чтобы добавить точки ей, выберите файл ещё раз.
          </Notice>
        )}
        {(isMaking || outcomes.size > 0) && (
          <Notice>
            <p role="status">{doneText(made, list.good)}</p>
          </Notice>
        )}
        {points.length > 0 && <PointsTable points={points} outcomes={outcomes} />}
      </div>
    </Dialog>
  )
}

const POINTS = ['точку', 'точки', 'точек'] as const

/** «Добавить 2 точки и изменить 1 точку» */
function orderText({ added, changed }: ImportCounts) {
  if (changed === 0) return `Добавить ${counted(added, ...POINTS)}`
  if (added === 0) return `Изменить ${counted(changed, ...POINTS)}`
  return `Добавить ${counted(added, ...POINTS)} и изменить ${counted(changed, ...POINTS)}`
}

/** «Добавлено 12 из 40, изменено 1 из 3» */
const doneText = (made: ImportCounts, good: ImportCounts) =>
  [
    ...(good.added > 0 ? [`добавлено ${made.added} из ${good.added}`] : []),
    ...(good.changed > 0 ? [`изменено ${made.changed} из ${good.changed}`] : []),
  ]
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())

function leaveText(isMaking: boolean, isDone: boolean) {
  if (isMaking) return 'Остановить'
  return isDone ? 'Готово' : 'Отмена'
}

interface TableProps {
  points: readonly ListedConsignee[]
  outcomes: ReadonlyMap<number, ImportOutcome>
}

const PointsTable = ({ points, outcomes }: TableProps) => (
  <FileRows
    label="Точки из файла"
    rows={points}
    columns={[
      { title: 'Название точки', className: 'font-medium', cell: ({ name }) => name || '—' },
      { title: 'Адрес', cell: ({ address }) => address || '—' },
      { title: 'Что будет', cell: (point) => <Fate point={point} outcome={outcomes.get(point.row)} /> },
    ]}
  />
)

function Fate({ point, outcome }: { point: ListedConsignee; outcome: ImportOutcome | undefined }) {
  const { error, known } = point
  if (error) return <span className="text-accent">{error}</span>
  if (outcome?.made) return <Tag tone="success">{known ? 'Изменена' : 'Добавлена'}</Tag>
  if (outcome) return <span className="text-accent">{outcome.why}</span>
  if (!known) return <span className="text-text-2">Будет добавлена</span>
  if (known.changes.length === 0) return <span className="text-text-2">Без изменений</span>
  return (
    <>
      Будет изменена
      <ChangeList items={known.changes} />
    </>
  )
}
