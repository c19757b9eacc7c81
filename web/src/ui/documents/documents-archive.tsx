import { MAX_ARCHIVED } from '@artikul/contract/billing/documents'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { documentsArchive, documentsQuery, type DocumentsSearch } from '../../lib/queries/documents-query.ts'
import { day } from '../../lib/text/format.ts'
import { FileButton } from '../files/file-button.tsx'

const nameOf = ({ from, to }: DocumentsSearch) =>
  `${['Документы', from && `с ${day(from)}`, to && `по ${day(to)}`].filter(Boolean).join(' ')}.zip`

interface Props {
  search: DocumentsSearch
  contractorId: number | undefined
}

/** Number of displayed documents and a button that downloads all of them as one file. */
export function DocumentsArchive({ search, contractorId }: Props) {
  const { data } = useQuery(documentsQuery(search, contractorId))
  const total = data?.pagination.total_count ?? 0
  if (total === 0) return null
  const isTooMany = total > MAX_ARCHIVED
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2" data-screen-only="">
      <p className="text-sm text-text-2">
        {counted(total, 'документ', 'документа', 'документов')}
        {isTooMany && `. В один архив — не больше ${MAX_ARCHIVED}: выберите период короче.`}
      </p>
      <FileButton
        name={nameOf(search)}
        file={() => documentsArchive(search, contractorId)}
        disabled={isTooMany}
        busyText="Собираем архив…"
      >
        Скачать всё за период
      </FileButton>
    </div>
  )
}
