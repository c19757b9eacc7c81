import {
  CROSS_FILE_BYTES,
  MAX_CROSS_REFERENCE_ROWS,
  type CrossReferenceImport,
} from '@artikul/contract/catalog/cross-references'
import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { useCrossReferenceImport } from './use-cross-reference-import.ts'

interface Props {
  /** Import parsed earlier; null: a file is still to be chosen. */
  stored: CrossReferenceImport | null
  onClose: () => void
}

const ROWS = ['строка', 'строки', 'строк'] as const
const APPLIED_ROWS = ['строку', 'строки', 'строк'] as const

/** «Загрузить из файла»: shows the parsed content first and imports it on confirmation. */
export default function ImportDialog({ stored, onClose }: Props) {
  const [files, setFiles] = useState<File[]>([])
  const form = useCrossReferenceImport(stored)
  const { item } = form
  const isChecked = item?.state === 'checked'
  const count = item ? item.new_count + (form.addsProducts ? item.unknown_count : 0) : 0
  return (
    <Dialog
      title={item ? item.file_name : 'Загрузить кроссы из файла'}
      description={
        item
          ? undefined
          : 'Столбцы «Бренд», «Артикул», «Бренд аналога», «Артикул аналога», если есть — «Тип» и «Надёжность».'
      }
      open
      isDirty={isChecked && form.source !== item.source}
      onClose={onClose}
      width="lg"
      actions={
        <>
          <DialogClose>{isChecked ? 'Отмена' : 'Закрыть'}</DialogClose>
          {isChecked && (
            <Button
              look="primary"
              busy={form.isApplying}
              disabled={count === 0 || form.isApplying}
              onClick={form.apply}
            >
              Загрузить {counted(count, ...APPLIED_ROWS)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        {!item && (
          <Dropzone
            label="Файл"
            hint={`CSV до ${formatQty(MAX_CROSS_REFERENCE_ROWS)} строк, XLSX и XLS до 300 000`}
            files={files}
            maxSize={CROSS_FILE_BYTES}
            disabled={form.isReading}
            onFilesChange={([file]) => {
              setFiles(file ? [file] : [])
              if (file) form.read(file)
            }}
          />
        )}
        {form.isReading && <Notice>Файл читается: миллион строк занимает около минуты.</Notice>}
        {form.error && <Notice tone="warn">{messageOf(form.error)}</Notice>}
        {item && <Counts item={item} />}
        {item && isChecked && (
          <>
            <TextField
              label="Источник"
              hint="Кто так говорит: покупатель видит это рядом с аналогом."
              maxLength={200}
              value={form.source}
              onValueChange={form.setSource}
            />
            {item.unknown_count > 0 && (
              <Checkbox
                label="Добавить неизвестные артикулы в каталог как товары без предложений"
                checked={form.addsProducts}
                onCheckedChange={form.setAddsProducts}
              />
            )}
          </>
        )}
        {item && <RefusedRows item={item} />}
      </div>
    </Dialog>
  )
}

function Counts({ item }: { item: CrossReferenceImport }) {
  const isChecked = item.state === 'checked'
  return (
    <div role="status">
      <DefinitionList
        items={[
          ['Прочитано', counted(item.rows_count, ...ROWS)],
          [isChecked ? 'Новых кроссов' : 'Было новых', formatQty(item.new_count)],
          ['Уже есть', formatQty(item.known_count)],
          ['Артикула нет в каталоге', item.unknown_count > 0 && formatQty(item.unknown_count)],
          ['Не принято', formatQty(item.refused_count)],
          ['Добавлено кроссов', !isChecked && formatQty(item.cross_references_added)],
          ['Добавлено товаров', !isChecked && item.products_added > 0 && formatQty(item.products_added)],
          ['Источник', !isChecked && item.source],
        ]}
      />
    </div>
  )
}
