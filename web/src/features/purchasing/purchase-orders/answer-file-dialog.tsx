import { keysOf } from '@artikul/contract/core/keys'
import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import {
  ANSWER_FILE_BYTES,
  ANSWER_OUTCOMES,
  supplierOrderFileRoutes,
  type AnswerFileResult,
  type AnswerFileRow,
} from '@artikul/contract/purchasing/supplier-order-files'
import type { SupplierOrderDetails } from '@artikul/contract/purchasing/supplier-orders'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Article } from '../../../ui/text/article.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { OUTCOME_TONES } from './order-words.ts'
import { SUPPLIER_ORDER_KEYS } from './supplier-orders.api.ts'

const nameOf = (file: File) => file.name.slice(0, 200)

interface Props {
  order: SupplierOrderDetails
  onClose: () => void
}

/** «Загрузить ответ»: shows the changes of the returned file first and applies them on confirmation. */
export default function AnswerFileDialog({ order: { id, number, source }, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const check = useApiMutation(supplierOrderFileRoutes.check, { invalidates: SUPPLIER_ORDER_KEYS })
  const apply = useApiMutation(supplierOrderFileRoutes.apply, { invalidates: SUPPLIER_ORDER_KEYS })
  const seen = check.data
  const answeredRows = seen?.rows.filter(
    ({ outcomes }) => !outcomes.includes('not_found') && !outcomes.includes('silent'),
  )
  const error = apply.error ?? check.error
  const read = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    apply.reset()
    check.reset()
    if (chosen) check.mutate({ params: { id }, query: { name: nameOf(chosen) }, file: chosen })
  }
  const take = () =>
    file &&
    seen &&
    apply.mutate(
      { params: { id }, query: { name: nameOf(file), seen: seen.seen }, file },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Ответ поставщика принят', detail: file.name })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={`Ответ на заказ ${number}`}
      description={`${source.name}. Сначала покажем, что изменится; до нажатия всё остаётся как есть.`}
      width="lg"
      open
      isDirty={seen?.was_applied === false}
      onClose={onClose}
      actions={
        <>
          <DialogClose />
          {seen && !seen.was_applied && (
            <Button
              look="primary"
              busy={apply.isPending}
              disabled={apply.isPending || answeredRows?.length === 0}
              onClick={take}
            >
              Принять {counted(answeredRows?.length ?? 0, 'строку', 'строки', 'строк')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <Dropzone
          label="Файл поставщика"
          hint="XLSX, XLS или CSV: столбцы «Кол-во подтверждено», «Цена», «Новый номер», «Ответ поставщика»"
          files={file ? [file] : []}
          maxSize={ANSWER_FILE_BYTES}
          disabled={check.isPending || apply.isPending}
          onFilesChange={([chosen]) => read(chosen)}
        />
        {check.isPending && <Notice>Файл читается.</Notice>}
        {error && <Notice tone="warn">{messageOf(error)}</Notice>}
        {seen && <Preview seen={seen} />}
      </div>
    </Dialog>
  )
}

const COUNTED = keysOf(ANSWER_OUTCOMES)

const Preview = ({ seen }: { seen: AnswerFileResult }) => (
  <>
    {seen.was_applied && <Notice>Этот файл уже принят: второй раз он ничего не изменит.</Notice>}
    <p role="status" className="flex flex-wrap gap-1.5">
      {COUNTED.filter((outcome) => seen.counts[outcome] !== undefined).map((outcome) => (
        <Tag key={outcome} tone={OUTCOME_TONES[outcome]}>
          {ANSWER_OUTCOMES[outcome]}: {seen.counts[outcome]}
        </Tag>
      ))}
    </p>
    <DataTable
      label="Что изменится"
      columns={COLUMNS}
      rows={seen.rows}
      rowId={({ row_number }) => String(row_number)}
    />
  </>
)

const COLUMNS: readonly Column<AnswerFileRow>[] = [
  { id: 'row', header: 'Строка', cell: ({ row_number }) => row_number },
  {
    id: 'goods',
    header: 'Товар',
    lead: true,
    cell: ({ brand, article, new_article }) => (
      <span className="block lg:py-1.5">
        <span className="font-semibold">{brand}</span> <Article>{article}</Article>
        {new_article !== '' && (
          <span className="block text-xs text-info">
            → <Article>{new_article}</Article>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'qty',
    header: 'Кол-во',
    numeric: true,
    cell: ({ qty, confirmed_qty }) =>
      qty !== null && (confirmed_qty === null ? formatQty(qty) : `${formatQty(confirmed_qty)} из ${formatQty(qty)}`),
  },
  {
    id: 'price',
    header: 'Цена',
    numeric: true,
    cell: ({ price_kop, price_before_kop }) => {
      const kop = price_kop ?? price_before_kop
      return (
        kop !== null && (
          <span className="block lg:py-1.5">
            <Money kop={kop} />
            {price_before_kop !== null && price_before_kop !== kop && (
              <span className="block text-xs text-text-2">
                было <Money kop={price_before_kop} />
              </span>
            )}
          </span>
        )
      )
    },
  },
  {
    id: 'outcome',
    header: 'Что будет',
    width: 'w-1/3',
    cell: ({ outcomes, text }) => (
      <span className="block lg:py-1.5">
        <span className="flex flex-wrap gap-1">
          {outcomes.map((outcome) => (
            <Tag key={outcome} tone={OUTCOME_TONES[outcome]}>
              {ANSWER_OUTCOMES[outcome]}
            </Tag>
          ))}
        </span>
        {text !== '' && <span className="block text-xs break-words text-text-2">{text}</span>}
      </span>
    ),
  },
]
