import { MOST_LISTED_CONSIGNEES, type ListedConsignee } from '@artikul/contract/consignees'
import { counted } from '@artikul/contract/plural'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { createListed, readConsignees } from './consignees.api.ts'

const MOST_BYTES = 2 * 1024 * 1024

/** What has become of a row: made, or refused in the words of the server. */
type Outcome = { made: true } | { made: false; why: string }

interface Props {
  onClose: () => void
  /** Some points were made: the list behind is old. */
  onMade: () => void
}

/** «Загрузить из файла»: a file is read, looked at, and only then points are made, one by one. */
export default function ConsigneesListDialog({ onClose, onMade }: Props) {
  const queryClient = useQueryClient()
  const [files, setFiles] = useState<File[]>([])
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const reading = useMutation({ mutationFn: readConsignees, onMutate: () => setOutcomes(new Map()) })
  const points = reading.data?.results ?? []
  const waiting = points.filter(({ row, error, fields }) => !error && fields && !outcomes.get(row)?.made)
  const making = useMutation({
    mutationFn: async () => {
      for (const point of waiting) {
        const outcome = await make(point)
        setOutcomes((before) => new Map(before).set(point.row, outcome))
      }
    },
    onSettled: () => {
      onMade()
      return queryClient.invalidateQueries({ queryKey: ['consignees'] })
    },
  })
  const made = [...outcomes.values()].filter((outcome) => outcome.made).length
  const actions = (
    <>
      <Button onClick={onClose}>{made > 0 && waiting.length === 0 ? 'Готово' : 'Отмена'}</Button>
      {waiting.length > 0 && (
        <Button look="primary" busy={making.isPending} onClick={() => making.mutate()}>
          Добавить {counted(waiting.length, 'точку', 'точки', 'точек')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      title="Загрузить из файла"
      description="Файл со столбцами «Название точки» и «Адрес» и любыми другими из выгрузки. Годится и сама выгрузка."
      open
      onClose={onClose}
      width="lg"
      actions={actions}
    >
      <div className="flex flex-col gap-3">
        <Dropzone
          label="Файл"
          hint={`XLSX, XLS, ODS или CSV, до 2 МБ и ${MOST_LISTED_CONSIGNEES} точек`}
          files={files}
          maxSize={MOST_BYTES}
          disabled={reading.isPending || making.isPending}
          onFilesChange={([file]) => {
            setFiles(file ? [file] : [])
            if (file) reading.mutate(file)
          }}
        />
        {reading.error && <Notice tone="warn">{messageOf(reading.error)}</Notice>}
        {outcomes.size > 0 && (
          <Notice>
            <p role="status">{`Добавлено: ${made} из ${points.length}`}</p>
          </Notice>
        )}
        {points.length > 0 && <PointsTable points={points} outcomes={outcomes} />}
      </div>
    </Dialog>
  )
}

async function make({ fields }: ListedConsignee): Promise<Outcome> {
  try {
    if (fields) await createListed(fields)
    return { made: true }
  } catch (error) {
    const field = error instanceof ApiError ? error.errors[0]?.message : undefined
    return { made: false, why: field ?? messageOf(error) }
  }
}

const CELL = 'px-2 py-1.5 text-left align-top'

function PointsTable({ points, outcomes }: { points: ListedConsignee[]; outcomes: ReadonlyMap<number, Outcome> }) {
  return (
    <div
      className="max-h-80 overflow-auto rounded-md border border-hairline"
      tabIndex={0}
      role="region"
      aria-label="Точки из файла"
    >
      <table className="w-full text-sm">
        <thead className="text-text-2">
          <tr className="border-b border-hairline">
            {['Строка', 'Название точки', 'Адрес', 'Что будет'].map((title) => (
              <th key={title} scope="col" className={`${CELL} font-medium whitespace-nowrap`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.row} className="border-b border-hairline last:border-0">
              <td className={CELL}>{point.row}</td>
              <td className={`${CELL} font-medium`}>{point.name || '—'}</td>
              <td className={CELL}>{point.address || '—'}</td>
              <td className={CELL}>
                <Fate point={point} outcome={outcomes.get(point.row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Fate({ point, outcome }: { point: ListedConsignee; outcome: Outcome | undefined }) {
  if (point.error) return <span className="text-accent">{point.error}</span>
  if (!outcome) return <span className="text-text-2">Будет добавлена</span>
  return outcome.made ? <Tag tone="success">Добавлена</Tag> : <span className="text-accent">{outcome.why}</span>
}
