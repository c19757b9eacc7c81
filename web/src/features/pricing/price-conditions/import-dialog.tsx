import {
  MAX_LISTED_CONDITIONS,
  priceConditionRoutes,
  type ListedCondition,
  type ListedConditions,
} from '@artikul/contract/pricing/price-conditions'
import { counted } from '@artikul/contract/core/plural'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { FileRows, type FileColumn } from '../../../ui/files/file-rows.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { PRICE_KEYS } from './price-conditions.api.ts'

const MAX_BYTES = 20 * 1024 * 1024
const COUNTED = ['условие', 'условия', 'условий'] as const

/** «Загрузить из файла»: shows the changes first and applies them on confirmation. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<File[]>([])
  const reading = useApiMutation(priceConditionRoutes.readList)
  const loading = useApiMutation(priceConditionRoutes.importList, { invalidates: PRICE_KEYS })
  const [file] = files
  const listed = reading.data
  const good = listed ? listed.counts.new + listed.counts.changed : 0
  const load = () => {
    if (!file || !listed) return
    loading.mutate(
      { file, query: { digest: listed.digest } },
      {
        onSuccess: ({ count }) => {
          toast({ severity: 'success', summary: `Загружено: ${counted(count, ...COUNTED)}` })
          onClose()
        },
      },
    )
  }
  const error = loading.error ?? reading.error
  return (
    <Dialog
      title="Загрузить из файла"
      description="Файл со столбцами «Условие», «Значение», «С» и любыми другими из выгрузки. Строка с номером условия меняет его, без номера — добавляет новое."
      open
      onClose={onClose}
      width="lg"
      actions={
        <>
          <DialogClose />
          {good > 0 && (
            <Button look="primary" busy={loading.isPending} onClick={load}>
              Загрузить {counted(good, ...COUNTED)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Dropzone
          label="Файл"
          hint={`XLSX, XLS, ODS или CSV, до 20 МБ и ${MAX_LISTED_CONDITIONS.toLocaleString('ru-RU')} условий`}
          files={files}
          maxSize={MAX_BYTES}
          disabled={reading.isPending || loading.isPending}
          onFilesChange={([next]) => {
            setFiles(next ? [next] : [])
            reading.reset()
            loading.reset()
            if (next) reading.mutate({ file: next })
          }}
        />
        {reading.isPending && <p role="status">Читаем файл…</p>}
        {error && <Notice tone="warn">{messageOf(error)}</Notice>}
        {listed && <Preview listed={listed} />}
      </div>
    </Dialog>
  )
}

const COLUMNS: readonly FileColumn<ListedCondition>[] = [
  { title: 'Условие', className: 'break-words', cell: ({ text }) => text },
  { title: 'Что будет', cell: (row) => <Fate row={row} /> },
]

const countsText = ({ counts }: ListedConditions) =>
  [
    `новых ${counts.new}`,
    `изменится ${counts.changed}`,
    `без изменений ${counts.same}`,
    `не прочитано ${counts.refused}`,
  ].join(', ')

function Preview({ listed }: { listed: ListedConditions }) {
  return (
    <>
      <Notice>
        <p role="status" className="first-letter:uppercase">
          {countsText(listed)}
        </p>
      </Notice>
      {listed.rows.length > 0 && <FileRows label="Строки файла" columns={COLUMNS} rows={listed.rows} />}
    </>
  )
}

function Fate({ row: { kind, before, error } }: { row: ListedCondition }) {
  if (kind === 'refused') return <span className="text-accent">{error}</span>
  return kind === 'new' ? <Tag tone="success">Новое</Tag> : <Tag tone="info">Изменится {before}</Tag>
}
