import {
  MAX_COUNTED_CONSENTS,
  legalRoutes,
  type LegalDesk,
  type LegalDeskVersion,
} from '@artikul/contract/companies/legal'
import { LEGAL_LABELS, type LegalKind } from '@artikul/contract/companies/legal-kinds'
import { counted } from '@artikul/contract/core/plural'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { day, moment, shortName } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { LegalEditor } from './legal-editor.tsx'

/** Address parameters: the text whose next version is written. */
interface Props {
  search: { legal?: LegalKind | undefined }
  onChange: (next: { legal: LegalKind | undefined }) => void
}

/** Legal texts: the versions in force, the upcoming ones, and their publication. */
export default function Legal({ search, onChange }: Props) {
  const { data, error, refetch } = useQuery(query(legalRoutes.desk, {}))
  if (!data)
    return (
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    )
  const edited = data.results.find(({ kind }) => kind === search.legal)
  if (edited) return <LegalEditor key={edited.kind} desk={edited} onClose={() => onChange({ legal: undefined })} />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {data.results.map((desk) => (
        <Document key={desk.kind} desk={desk} onWrite={() => onChange({ legal: desk.kind })} />
      ))}
    </div>
  )
}

const publishedText = ({ by, published_at }: LegalDeskVersion) =>
  by === null ? 'Вместе с порталом' : `${moment(published_at)}, ${shortName(by)}`

function agreedText(kind: LegalDesk['kind'], agreed: number): string {
  const people = (count: number) =>
    kind === 'offer'
      ? counted(count, 'компания', 'компании', 'компаний')
      : counted(count, 'человек', 'человека', 'человек')
  if (agreed === 0) return 'Пока никто'
  return agreed > MAX_COUNTED_CONSENTS ? `Больше ${people(MAX_COUNTED_CONSENTS)}` : people(agreed)
}

function Document({ desk, onWrite }: { desk: LegalDesk; onWrite: () => void }) {
  const { kind, current, waiting } = desk
  return (
    <Panel
      title={LEGAL_LABELS[kind]}
      actions={
        !waiting && (
          <Button
            size="sm"
            icon={<IconPencil size={16} aria-hidden="true" />}
            aria-label={`Новая редакция: ${LEGAL_LABELS[kind]}`}
            onClick={onWrite}
          >
            Новая редакция
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {waiting && <Waiting kind={kind} waiting={waiting} />}
        <DefinitionList
          items={[
            [
              'Действует',
              <Link
                key="text"
                to="/offer"
                search={kind === 'offer' ? {} : { doc: kind }}
                className="quiet-link font-medium"
              >
                Редакция {current.version} от {day(current.in_force_from)}
              </Link>,
            ],
            ['Опубликована', publishedText(current)],
            ...(current.agreed === null ? [] : ([['Согласились', agreedText(kind, current.agreed)]] as const)),
            ...(current.note ? ([['Что изменилось', current.note]] as const) : []),
          ]}
        />
      </div>
    </Panel>
  )
}

function Waiting({ kind, waiting }: { kind: LegalDesk['kind']; waiting: LegalDeskVersion }) {
  const { version, in_force_from, note } = waiting
  const withdrawing = useApiMutation(legalRoutes.withdraw, {
    invalidates: ['legal', 'manager/legal'],
    onSuccess: () => toast({ severity: 'success', summary: `Редакция ${version} отозвана` }),
    onError: toastRefusal('Редакция не отозвана'),
  })
  const withdraw = async () => {
    const question = {
      title: `Отозвать редакцию ${version}?`,
      text: 'Посетители её больше не увидят, а её номер не повторится.',
      dangerous: true,
    }
    if (await confirm(question)) withdrawing.mutate({ params: { kind, version } })
  }
  return (
    <Notice>
      <p>
        <Link
          to="/offer"
          search={{ ...(kind !== 'offer' && { doc: kind }), version }}
          className="quiet-link font-medium"
        >
          Редакция {version}
        </Link>{' '}
        вступит в силу {day(in_force_from)}
      </p>
      <p className="mt-0.5 text-xs text-text-2">Опубликована: {publishedText(waiting)}</p>
      {note && <p className="mt-1 break-words">Что изменилось: {note}</p>}
      <Button size="sm" look="danger" className="mt-2" busy={withdrawing.isPending} onClick={() => void withdraw()}>
        Отозвать редакцию {version}
      </Button>
    </Notice>
  )
}
