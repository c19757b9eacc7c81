import { PRICE_LIST_BYTES, priceListRoutes } from '@artikul/contract/suppliers/price-lists'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { priceListWarehousesQuery, PRICE_LIST_KEYS } from './price-lists.api.ts'

interface Props {
  /** Warehouse chosen on the page. */
  warehouseId: number | null
  onClose: () => void
  onSent: (importId: number) => void
}

/** Value of a new partner's warehouse, which is created on upload: no warehouse has id 0. */
const NEW_PARTNER = 0

interface Target {
  warehouseId: number | null
  name: string
  sellerId: number | null
  brand: string
}

const isChosen = ({ warehouseId, name, sellerId }: Target) =>
  warehouseId === NEW_PARTNER ? name.trim() !== '' && sellerId !== null : warehouseId !== null

interface Sending {
  onSent: (importId: number) => void
  /** Called when the partner is created, even if the upload of the file fails later. */
  onMade: (warehouseId: number) => void
}

function useSending({ onSent, onMade }: Sending) {
  const refresh = useInvalidate(...PRICE_LIST_KEYS)
  const warehouseOf = async ({ warehouseId, name, sellerId }: Target) => {
    if (warehouseId !== NEW_PARTNER || sellerId === null) return warehouseId ?? NEW_PARTNER
    const { id } = await call(priceListRoutes.addPartner, { body: { name: name.trim(), seller_id: sellerId } })
    await refresh()
    onMade(id)
    return id
  }
  return useMutation({
    mutationFn: async ({ file, target }: { file: File; target: Target }) => {
      const query = { name: file.name.slice(0, 200), warehouse_id: await warehouseOf(target) }
      return call(priceListRoutes.upload, { file, query: { ...query, default_brand: target.brand.trim() } })
    },
    onSuccess: async ({ id }) => {
      onSent(id)
      await refresh()
    },
  })
}

/** «Загрузить прайс-лист»: selects the warehouse and uploads the file; the import is not applied yet. */
export default function UploadDialog({ warehouseId, onClose, onSent }: Props) {
  const [target, setTarget] = useState<Target>({ warehouseId, name: '', sellerId: null, brand: '' })
  const [files, setFiles] = useState<File[]>([])
  const [tooLarge, setTooLarge] = useState(false)
  const { data, error, refetch } = useQuery(priceListWarehousesQuery)
  const change = (next: Partial<Target>) => setTarget((before) => ({ ...before, ...next }))
  const sending = useSending({ onSent, onMade: (id) => change({ warehouseId: id }) })
  const [file] = files
  const isDirty = file !== undefined || target.name !== '' || target.brand !== ''
  return (
    <Dialog
      title="Загрузить прайс-лист"
      description="Сначала покажем, как прочитан файл и что изменится; цены останутся прежними."
      open
      isDirty={isDirty}
      onClose={onClose}
      actions={
        <>
          <DialogClose />
          <Button
            look="primary"
            busy={sending.isPending}
            disabled={!file || !isChosen(target) || sending.isPending}
            onClick={() => file && sending.mutate({ file, target })}
          >
            Прочитать
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        {!data && <QueryFallback error={error} onRetry={refetch} rows={3} />}
        {data && <Whose target={target} stock={data} onChange={change} />}
        <Dropzone
          label="Файл"
          hint="XLSX, XLS, ODS, CSV или ZIP с ним, до 256 МБ"
          files={files}
          maxSize={PRICE_LIST_BYTES}
          disabled={sending.isPending}
          onRejected={() => setTooLarge(true)}
          onFilesChange={(chosen) => {
            setFiles(chosen.slice(0, 1))
            setTooLarge(false)
          }}
        />
        {tooLarge && <Notice tone="warn">Файл больше 256 МБ: упакуйте его в ZIP или разделите.</Notice>}
        {sending.error && <Notice tone="warn">{messageOf(sending.error)}</Notice>}
      </div>
    </Dialog>
  )
}

interface WhoseProps {
  target: Target
  stock: { results: readonly { id: number; name: string }[]; sellers: readonly { id: number; name: string }[] }
  onChange: (next: Partial<Target>) => void
}

function Whose({ target, stock, onChange }: WhoseProps) {
  const warehouses = stock.results.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <SearchSelect
        label="Склад"
        required
        items={[{ value: NEW_PARTNER, label: 'Новый поставщик…' }, ...warehouses]}
        value={target.warehouseId}
        onValueChange={(warehouseId) => onChange({ warehouseId })}
      />
      {target.warehouseId === NEW_PARTNER && (
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField
            label="Название поставщика"
            required
            maxLength={100}
            autoComplete="off"
            value={target.name}
            onValueChange={(name) => onChange({ name })}
          />
          <Select
            label="Продавец (наше юрлицо)"
            required
            items={stock.sellers.map(({ id, name }) => ({ value: id, label: name }))}
            value={target.sellerId}
            onValueChange={(sellerId) => onChange({ sellerId })}
          />
        </div>
      )}
      <TextField
        label="Производитель, если в файле его нет"
        maxLength={100}
        autoComplete="off"
        value={target.brand}
        onValueChange={(brand) => onChange({ brand })}
      />
    </>
  )
}
