import {
  CONTENT_IMPORT_STATES,
  CONTENT_KINDS,
  contentReportName,
  productContentRoutes,
  type ContentImport,
  type ContentKind,
} from '@artikul/contract/catalog/product-content'
import { formatQty } from '@artikul/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { IconPhotoUp, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { moment, shortName } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { contentImportsQuery } from './content-imports.api.ts'

const UploadDialog = lazyWindow(() => import('./upload-dialog.tsx'))

const TONES: Record<ContentImport['state'], Tone> = {
  queued: 'info',
  running: 'info',
  done: 'success',
  failed: 'accent',
}

const figure = (name: string, count: number) => count > 0 && `${name} ${formatQty(count)}`

/** «Сохранено 120, у 80 товаров; уже было 3». */
function resultText({ saved_count, products_count, known_count, state }: ContentImport): string {
  if (state === 'queued') return ''
  const parts = [
    saved_count > 0 && `сохранено ${formatQty(saved_count)}, товаров ${formatQty(products_count)}`,
    figure('уже было', known_count),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join('; ') : state === 'done' ? 'без изменений' : ''
}

const COLUMNS: readonly Column<ContentImport>[] = [
  {
    id: 'file',
    header: 'Файл',
    lead: true,
    width: 'w-1/4',
    cell: ({ file_name, kind }) => (
      <span className="block lg:py-1.5">
        <span className="font-semibold break-all">{file_name}</span>
        <span className="block text-xs text-text-2">{CONTENT_KINDS[kind]}</span>
      </span>
    ),
  },
  { id: 'state', header: 'Статус', width: 'w-1/5', cell: (item) => <State item={item} /> },
  { id: 'result', header: 'Результат', cell: resultText },
  { id: 'report', header: 'Не принято', cell: (item) => item.refused_count > 0 && <Report item={item} /> },
  {
    id: 'author',
    header: 'Кто и когда',
    cell: ({ author, created_at }) => (
      <span className="block whitespace-nowrap lg:py-1.5">
        {author === null ? 'Автоматически' : shortName(author)}
        <span className="block text-xs text-text-2">{moment(created_at)}</span>
      </span>
    ),
  },
]

function State({ item }: { item: ContentImport }) {
  const { state, failure, total_count: total, processed_count: processed } = item
  return (
    <span className="block lg:py-1.5">
      <Tag tone={TONES[state]}>{CONTENT_IMPORT_STATES[state]}</Tag>
      {state === 'running' && total > 0 && (
        <>
          <span
            role="progressbar"
            aria-label={`Обработано: ${item.file_name}`}
            aria-valuenow={Math.round((processed / total) * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
            className="mt-1 block h-1.5 max-w-40 overflow-hidden rounded-full bg-group"
          >
            <span className="block h-full bg-success" style={{ width: `${(processed / total) * 100}%` }} />
          </span>
          <span className="block text-xs text-text-2">
            {formatQty(processed)} из {formatQty(total)}
          </span>
        </>
      )}
      {failure !== '' && <span className="mt-0.5 block text-xs text-text-2">{failure}</span>}
    </span>
  )
}

const Report = ({ item: { id, file_name, refused_count } }: { item: ContentImport }) => (
  <span className="inline-flex items-center gap-2">
    {formatQty(refused_count)}
    <FileButton
      name={contentReportName(file_name)}
      label={`Скачать отчёт: ${file_name}`}
      file={() => call(productContentRoutes.report, { params: { id } })}
    >
      Отчёт
    </FileButton>
  </span>
)

interface Props {
  search: PageSearch
  onChange: (next: PageSearch) => void
}

/** Imports of photos and properties with their progress and reports. */
export default function ContentImports({ search, onChange }: Props) {
  const imports = useQuery(contentImportsQuery(search))
  const [kind, setKind] = useState<ContentKind | null>(null)
  return (
    <>
      <PagedPanel
        title="Фото и свойства"
        label="Загрузки фото и свойств"
        columns={COLUMNS}
        query={imports}
        rowId={({ id }) => String(id)}
        empty={<NothingYet />}
        search={search}
        onChange={onChange}
        actions={
          <div className="flex flex-wrap gap-2" data-screen-only="">
            <Button icon={<IconTable size={16} />} onClick={() => setKind('properties')}>
              Загрузить свойства
            </Button>
            <Button look="primary" icon={<IconPhotoUp size={16} />} onClick={() => setKind('photos')}>
              Загрузить фото
            </Button>
          </div>
        }
      />
      {kind !== null && (
        <Suspense>
          <UploadDialog kind={kind} onClose={() => setKind(null)} />
        </Suspense>
      )}
    </>
  )
}

const NothingYet = () => (
  <EmptyState
    icon={<IconPhotoUp size={32} stroke={1.5} />}
    title="Загрузок ещё не было"
    text="Подойдёт архив ZIP, где имя фото — артикул, и таблица XLSX или CSV со столбцами «Бренд», «Артикул» и любыми свойствами. Фото по ссылкам из прайс-листов скачиваются сами."
  />
)
