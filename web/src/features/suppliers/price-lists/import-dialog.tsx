import { formatQty } from '@artikul/contract/core/money'
import { priceListRoutes, type PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { query } from '../../../lib/api/query.ts'
import { ImportDifference } from './difference.tsx'
import { ImportActs } from './import-acts.tsx'
import { authorText, durationText, emailText, progressText } from './price-list-words.ts'
import { isWorking, useImportProgress } from './price-lists.api.ts'
import { LayoutForm } from './reading-form.tsx'
import { ImportStateTag } from './state-tag.tsx'
import { useImportActs } from './use-import-acts.ts'
import { useLayoutDraft } from './use-reading.ts'

/** One import: the layout of its file, its effect and the available actions. */
export default function ImportDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(priceListRoutes.get, { params: { id } }))
  if (data) return <Opened item={data} onClose={onClose} />
  return (
    <Dialog title="Прайс-лист" width="lg" open onClose={onClose}>
      <QueryFallback error={error} onRetry={refetch} rows={8} />
    </Dialog>
  )
}

/** States in which the dialog shows the columns of the file. */
const READING = ['draft', 'failed', 'interrupted']

function Opened({ item, onClose }: { item: PriceImportDetails; onClose: () => void }) {
  const mayChange = useMayChange()
  const reading = useLayoutDraft(item)
  const acts = useImportActs(item)
  const [isCorrected, setCorrected] = useState(false)
  const { state, has_file: hasFile, difference } = item
  const isDecided = state === 'checked' || state === 'waiting'
  const isReading = hasFile && (READING.includes(state) || (isDecided && isCorrected))
  return (
    <Dialog
      title={item.file_name}
      description={`${item.warehouse} · ${authorText(item)}${item.letter ? ` ${emailText(item.letter)}` : ''}, ${moment(item.created_at)}`}
      width="lg"
      open
      onClose={onClose}
      actions={
        mayChange && (
          <ImportActs
            item={item}
            acts={acts}
            reading={isReading ? reading : null}
            onCorrect={() => setCorrected(true)}
          />
        )
      }
    >
      <div className="flex flex-col gap-4">
        <ImportState item={item} />
        {reading.error && <Notice tone="warn">{messageOf(reading.error)}</Notice>}
        {isReading && <LayoutForm item={item} reading={reading} mayChange={mayChange} />}
        {!isReading && !isWorking(item) && difference && <ImportDifference item={item} difference={difference} />}
        {!isReading && !isWorking(item) && !difference && <Counts item={item} />}
        {item.has_report && !isWorking(item) && (
          <Button
            size="sm"
            className="self-start"
            icon={<IconDownload size={16} />}
            busy={acts.isReporting}
            onClick={() => acts.report()}
          >
            Отклонённые строки
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** State of the import and its reason. */
function ImportState({ item }: { item: PriceImportDetails }) {
  const live = useImportProgress(item)
  if (isWorking(live))
    return (
      <p role="status" className="flex items-center gap-2 text-sm">
        <Spinner />
        {progressText(live)}
      </p>
    )
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <ImportStateTag state={item.state} />
        {item.state === 'applied' && LABELS.completed}
        {durationText(item) && <span className="text-text-2">{durationText(item)}</span>}
      </p>
      {item.failure && <Notice tone="warn">{item.failure}</Notice>}
      {item.state === 'interrupted' && (
        <Notice tone="warn">Загрузка прервалась: прежние цены на месте. Её можно повторить.</Notice>
      )}
      {item.doubts.length > 0 && (
        <Notice tone="warn">
          <ul>
            {item.doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

const Counts = ({ item }: { item: PriceImportDetails }) => (
  <DefinitionList
    items={[
      ['Прочитано строк', item.rows_count > 0 && formatQty(item.rows_count)],
      ['Принято', item.rows_count > 0 && formatQty(item.accepted_count)],
      ['Не принято', item.refused_count > 0 && formatQty(item.refused_count)],
      ['Добавлено предложений', item.added_count > 0 && formatQty(item.added_count)],
      ['Изменено', item.changed_count > 0 && formatQty(item.changed_count)],
      ['Снято', item.withdrawn_count > 0 && formatQty(item.withdrawn_count)],
      ['Новых товаров', item.products_count > 0 && formatQty(item.products_count)],
      ['Новых производителей', item.brands_count > 0 && formatQty(item.brands_count)],
      ['Ссылок на фото', item.photos_count > 0 && `${formatQty(item.photos_count)}, скачиваются в фоне`],
    ]}
  />
)
