import { keysOf } from '@artikul/contract/core/keys'
import {
  BANK_FILE_BYTES,
  FILE_STATES,
  paymentRoutes,
  type FileDocument,
  type FileState,
  type LoadedFile,
} from '@artikul/contract/billing/payments'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { day } from '../../../lib/text/format.ts'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { PAYMENT_KEYS } from './payments.api.ts'

interface Props {
  /** Opens an unassigned payment of the file. */
  onOpen: (id: number) => void
  onClose: () => void
}

/** «Загрузить из банка»: uploads a file and shows the outcome of each document. */
export default function LoadDialog({ onOpen, onClose }: Props) {
  const load = useApiMutation(paymentRoutes.load, { onSuccess: useInvalidate(...PAYMENT_KEYS) })
  const [tooLarge, setTooLarge] = useState(false)
  const loaded = load.data
  return (
    <Dialog
      title={loaded ? loaded.file_name : 'Загрузить платежи из банка'}
      description={
        loaded ? undefined : 'Файл обмена с 1С из банк-клиента: «1CClientBankExchange», обычно kl_to_1c.txt.'
      }
      width="lg"
      open
      onClose={onClose}
      actions={<DialogClose>Закрыть</DialogClose>}
    >
      {loaded ? (
        <Result loaded={loaded} onOpen={onOpen} />
      ) : (
        <div className="flex flex-col gap-3.5">
          <Dropzone
            label="Банковский файл"
            hint="текстовый файл до 10 МБ"
            files={[]}
            listed={false}
            maxSize={BANK_FILE_BYTES}
            disabled={load.isPending}
            onFilesChange={([file]) => {
              setTooLarge(false)
              if (file) load.mutate({ query: { name: file.name.slice(-200) }, file })
            }}
            onRejected={() => setTooLarge(true)}
          />
          {load.isPending && <Notice>Файл читается.</Notice>}
          {tooLarge && <Notice tone="warn">Файл больше 10 МБ: выгрузите его за меньший период.</Notice>}
          {load.error && <Notice tone="warn">{messageOf(load.error)}</Notice>}
        </div>
      )}
    </Dialog>
  )
}

const TONES: Record<FileState, Tone> = {
  posted: 'success',
  waiting: 'warn',
  known: 'neutral',
  outgoing: 'neutral',
  foreign: 'neutral',
  broken: 'accent',
}

const columnsOf = (onOpen: (id: number) => void): readonly Column<FileDocument>[] => [
  {
    id: 'number',
    header: 'Платёж',
    lead: true,
    cell: ({ number, day: on, payment_id: id, state }) => (
      <span className="whitespace-nowrap">
        {id !== null && state === 'waiting' ? (
          <button type="button" className="font-semibold quiet-link" onClick={() => onOpen(id)}>
            № {number}
          </button>
        ) : (
          <span className="font-semibold">{number === '' ? 'Без номера' : `№ ${number}`}</span>
        )}
        {on && ` от ${/^\d{4}-/.test(on) ? day(on) : on}`}
      </span>
    ),
  },
  { id: 'payer', header: 'Плательщик', cell: ({ payer }) => payer || 'Не назван' },
  {
    id: 'sum',
    header: 'Сумма, ₽',
    numeric: true,
    cell: ({ sum_kop: kop }) => kop !== null && <Money kop={kop} sign={false} />,
  },
  {
    id: 'state',
    header: 'Что с ним',
    cell: ({ state, reason }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 py-1">
        <Tag tone={TONES[state]}>{FILE_STATES[state]}</Tag>
        <span className="text-text-2">{reason}</span>
      </span>
    ),
  },
]

/** Limit of displayed rows: more are not read one by one. */
const MAX_SHOWN = 200

function Result({ loaded, onOpen }: { loaded: LoadedFile; onOpen: (id: number) => void }) {
  const [shown, setShown] = useState<FileState | 'all'>('all')
  const columns = useMemo(() => columnsOf(onOpen), [onOpen])
  const counts = keysOf(FILE_STATES).map((state) => ({
    value: state,
    label: FILE_STATES[state],
    count: loaded.documents.filter((one) => one.state === state).length,
    isUrgent: state === 'waiting' || state === 'broken',
  }))
  const rows = loaded.documents.filter((one) => shown === 'all' || one.state === shown)
  return (
    <div className="flex flex-col gap-3">
      {loaded.warnings.length > 0 && (
        <Notice tone="warn">
          {loaded.warnings.map((text) => (
            <span key={text} className="block">
              {text}
            </span>
          ))}
        </Notice>
      )}
      <div role="status">
        <CountChips<FileState | 'all'>
          label="Документы файла"
          chips={[
            { value: 'all', label: 'Все', count: loaded.documents.length },
            ...counts.filter(({ count }) => count > 0),
          ]}
          value={shown}
          onValueChange={setShown}
        />
      </div>
      <div className="rounded-lg border border-hairline">
        <DataTable
          label="Документы файла"
          columns={columns}
          rows={rows.slice(0, MAX_SHOWN)}
          rowId={({ line }) => String(line)}
        />
      </div>
      {rows.length > MAX_SHOWN && (
        <p className="text-sm text-text-2">Показаны первые {MAX_SHOWN}: выберите статус выше.</p>
      )}
    </div>
  )
}
