import { RECEIPT_FILE_BYTES, goodsReceiptRoutes, type Receipt } from '@artikul/contract/purchasing/goods-receipts'
import { counted } from '@artikul/contract/core/plural'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { RECEIPT_KEYS } from './goods-receipts.api.ts'

/** Loads the lines of the УПД from the supplier's file and lists missing data before closing. */
export default function LoadDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const load = useApiMutation(goodsReceiptRoutes.load, { invalidates: RECEIPT_KEYS })
  const replaced = receipt.lines.length
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    load.reset()
  }
  return (
    <Dialog
      title="Загрузить УПД"
      description="Файл поставщика: УПД, накладная или упаковочный лист."
      width="sm"
      open
      isDirty={false}
      onClose={onClose}
      actions={
        <>
          <DialogClose>{load.data ? 'Закрыть' : 'Отмена'}</DialogClose>
          {!load.data && (
            <Button
              look="primary"
              busy={load.isPending}
              disabled={!file || load.isPending}
              onClick={() =>
                file && load.mutate({ params: { id: receipt.id }, query: { name: file.name.slice(0, 200) }, file })
              }
            >
              Загрузить
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        {replaced > 0 && !load.data && (
          <Notice tone="warn">
            Заменит {counted(replaced, 'строку', 'строки', 'строк')} этой приёмки вместе с тем, что сосчитано.
          </Notice>
        )}
        <Dropzone
          label="Файл поставщика"
          hint="XLSX, XLS или CSV: столбцы «Бренд», «Артикул», «Количество», «Цена»"
          files={file ? [file] : []}
          maxSize={RECEIPT_FILE_BYTES}
          disabled={load.isPending}
          onFilesChange={([chosen]) => choose(chosen)}
        />
        {load.error && <Notice tone="warn">{messageOf(load.error)}</Notice>}
        {load.data && (
          <Notice tone={load.data.skipped.length > 0 ? 'warn' : 'info'}>
            Загружено: {counted(load.data.lines_count, 'строка', 'строки', 'строк')}.
            {load.data.skipped.length > 0 &&
              ` Не прочитаны строки файла ${load.data.skipped.slice(0, 50).join(', ')}: нет бренда, артикула или количества. Добавьте их вручную.`}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
