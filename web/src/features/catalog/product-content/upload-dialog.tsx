import { PHOTO_ARCHIVE_BYTES, productContentRoutes, type ContentKind } from '@artikul/contract/catalog/product-content'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'

const MB = 1024 * 1024
const TEXTS = {
  photos: {
    title: 'Загрузить фото',
    description:
      'Имя файла — артикул, например «OC 90.jpg». Следующие фото — «OC 90_2.jpg». Производителя укажите в имени («KNECHT_OC 90.jpg») или назовите так папку.',
    hint: `архив ZIP с фото JPEG, PNG или WebP, до ${PHOTO_ARCHIVE_BYTES / 1024 / MB} ГБ`,
    accept: { 'application/zip': ['.zip'] },
    note: 'Если по имени подходит несколько товаров или ни одного, фото не загрузится: имена и причины будут в отчёте.',
  },
  properties: {
    title: 'Загрузить свойства',
    description:
      'Столбцы «Бренд» и «Артикул», остальные — свойства. Единицу укажите в заголовке: «Объём, л». В столбце «Фото» — ссылки на фото через пробел или запятую: портал скачает их сам.',
    hint: 'таблица XLSX, XLS, ODS или CSV, до 100 000 строк',
    accept: undefined,
    note: 'Пустая ячейка ничего не меняет. Столбцы с названием товара, ценой и остатком пропускаем.',
  },
} as const

interface Props {
  kind: ContentKind
  onClose: () => void
}

/** Uploads an archive of photos or a table of properties, which is imported in the background. */
export default function UploadDialog({ kind, onClose }: Props) {
  const [files, setFiles] = useState<File[]>([])
  const [licence, setLicence] = useState('')
  const [tooLarge, setTooLarge] = useState(false)
  const sending = useApiMutation(productContentRoutes.upload, {
    invalidates: ['product-content-imports'],
    onSuccess: onClose,
  })
  const [file] = files
  const { title, description, hint, accept, note } = TEXTS[kind]
  const send = () => {
    if (!file) return
    const name = file.name.slice(0, 200)
    sending.mutate({ query: { kind, name, licence: licence.trim() }, file })
  }
  return (
    <Dialog
      title={title}
      description={description}
      open
      isDirty={file !== undefined || licence !== ''}
      onClose={onClose}
      actions={
        <>
          <DialogClose />
          <Button look="primary" busy={sending.isPending} disabled={!file || sending.isPending} onClick={send}>
            Загрузить
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <Dropzone
          label="Файл"
          hint={hint}
          files={files}
          {...(accept && { accept })}
          maxSize={PHOTO_ARCHIVE_BYTES}
          disabled={sending.isPending}
          onRejected={() => setTooLarge(true)}
          onFilesChange={(chosen) => {
            setFiles(chosen.slice(0, 1))
            setTooLarge(false)
          }}
        />
        {tooLarge && <Notice tone="warn">Этот файл не подходит: нужен {hint}.</Notice>}
        <TextField
          label="Чьи фото"
          hint="Автор или условия использования: покупатель видит это под фото."
          maxLength={200}
          value={licence}
          onValueChange={setLicence}
        />
        <p className="text-sm text-text-2">{note}</p>
        {sending.error && <Notice tone="warn">{messageOf(sending.error)}</Notice>}
      </div>
    </Dialog>
  )
}
