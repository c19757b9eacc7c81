import { MAX_COUNTED_CONSENTS, type LegalDesk, type LegalDeskVersion } from '@artikul/contract/companies/legal'
import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { counted } from '@artikul/contract/core/plural'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../../lib/api/api-error.ts'
import { day, moment, shortName } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { LEGAL_KEYS, legalDeskQuery, withdrawText, type LegalProps } from './legal.api.ts'
import { LegalEditor } from './legal-editor.tsx'

/** Legal texts: the versions in force, the upcoming ones, and their publication. */
export default function Legal({ search, onChange }: LegalProps) {
  const { data, error, refetch } = useQuery(legalDeskQuery)
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
  const queryClient = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: () => withdrawText(kind, version),
    onSuccess: () => toast({ severity: 'success', summary: `Редакция ${version} отозвана` }),
    onError: (error) => toast({ severity: 'error', summary: 'Редакция не отозвана', detail: messageOf(error) }),
    onSettled: () => Promise.all(LEGAL_KEYS.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  })
  const withdraw = async () => {
    const question = {
      title: `Отозвать редакцию ${version}?`,
      text: 'Посетители её больше не увидят, а её номер не повторится.',
      dangerous: true,
    }
    if (await confirm(question)) withdrawing.mutate()
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
