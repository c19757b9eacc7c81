import { MOST_LISTED_CONDITIONS, type ListedCondition, type ListedConditions } from '@artikul/contract/price-conditions'
import { counted } from '@artikul/contract/plural'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.ts'
import { importConditions, readConditions, usePriceChange } from './price-conditions.api.ts'

const MOST_BYTES = 20 * 1024 * 1024
const COUNTED = ['условие', 'условия', 'условий'] as const

/** «Загрузить из файла»: first what it would change, then the change. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<File[]>([])
  const reading = useMutation({ mutationFn: readConditions })
  const loading = usePriceChange(importConditions)
  const [file] = files
  const listed = reading.data
  const good = listed ? listed.counts.new + listed.counts.changed : 0
  const load = () => {
    if (!file || !listed) return
    loading.mutate(
      { file, digest: listed.digest },
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
          hint={`XLSX, XLS, ODS или CSV, до 20 МБ и ${MOST_LISTED_CONDITIONS.toLocaleString('ru-RU')} условий`}
          files={files}
          maxSize={MOST_BYTES}
          disabled={reading.isPending || loading.isPending}
          onFilesChange={([next]) => {
            setFiles(next ? [next] : [])
            reading.reset()
            loading.reset()
            if (next) reading.mutate(next)
          }}
        />
        {reading.isPending && <p role="status">Читаем файл…</p>}
        {error && <Notice tone="warn">{messageOf(error)}</Notice>}
        {listed && <Preview listed={listed} />}
      </div>
    </Dialog>
  )
}

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
      {listed.rows.length > 0 && (
        <div
          className="max-h-80 overflow-auto rounded-md border border-hairline"
          tabIndex={0}
          role="region"
          aria-label="Строки файла"
        >
          <table className="w-full text-sm">
            <thead className="text-text-2">
              <tr className="border-b border-hairline">
                {['Строка', 'Условие', 'Что будет'].map((title) => (
                  <th key={title} scope="col" className="px-2 py-1.5 text-left font-medium">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {listed.rows.map((row) => (
                <tr key={row.row} className="border-b border-hairline align-top last:border-0">
                  <td className="px-2 py-1.5">{row.row}</td>
                  <td className="px-2 py-1.5 break-words">{row.text}</td>
                  <td className="px-2 py-1.5">
                    <Fate row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Fate({ row: { kind, before, error } }: { row: ListedCondition }) {
  if (kind === 'refused') return <span className="text-accent">{error}</span>
  return kind === 'new' ? <Tag tone="success">Новое</Tag> : <Tag tone="info">Изменится {before}</Tag>
}
