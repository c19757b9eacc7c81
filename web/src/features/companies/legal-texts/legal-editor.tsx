import { MAX_LEGAL_TEXT_LENGTH, legalRoutes, type LegalDesk, type LegalState } from '@artikul/contract/companies/legal'
import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { IconArrowLeft } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { day, shortName, todayIso } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { MarkdownField } from '../../../ui/fields/markdown-field.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StaleNotice } from '../../../ui/hints/stale-notice.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { VersionsPanel } from '../../../ui/text/versions-panel.tsx'
import { query } from '../../../lib/api/query.ts'
import { useLegalForm } from './use-legal-form.ts'

interface Props {
  desk: LegalDesk
  onClose: () => void
}

/** Editor of the next version with the list of earlier ones. */
export function LegalEditor({ desk, onClose }: Props) {
  const { kind, current, waiting } = desk
  const { data, error, refetch } = useQuery(
    // Preserves the typed text while another version is fetched.
    query(
      legalRoutes.anyVersion,
      { params: { kind, version: current.version } },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Button size="sm" icon={<IconArrowLeft size={16} aria-hidden="true" />} onClick={onClose}>
          Все документы
        </Button>
        <h2 className="text-base font-semibold">Новая редакция: {LEGAL_LABELS[kind]}</h2>
      </div>
      {waiting && (
        <div className="mb-3">
          <Notice>
            Редакция {waiting.version} уже опубликована и вступит в силу {day(waiting.in_force_from)}. Следующую можно
            опубликовать после этого дня или отозвав её.
          </Notice>
        </div>
      )}
      {!data && (
        <Panel flush>
          <QueryFallback error={error} onRetry={refetch} />
        </Panel>
      )}
      {data && <Editor desk={desk} stored={data.body} onClose={onClose} />}
    </>
  )
}

function Editor({ desk, stored, onClose }: Props & { stored: string }) {
  const form = useLegalForm(desk, stored, onClose)
  const putVersion = async (body: string, version: number) => {
    const question = { title: 'Заменить введённое?', text: `На его место встанет текст редакции ${version}.` }
    if (!form.isDirty || (await confirm(question))) form.change({ body })
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
      <Panel>
        <Form label="Новая редакция" error={form.errors.form} onSubmit={() => void form.submit()}>
          {form.stale && <StaleNotice onRefresh={() => void form.refresh?.()} />}
          <MarkdownField label="Текст" rows={20} maxLength={MAX_LEGAL_TEXT_LENGTH} {...form.field('body')} />
          <div className="sm:w-56">
            <DateField label="Действует с" required min={todayIso()} {...form.field('in_force_from')} />
          </div>
          <TextArea
            label="Что изменилось"
            hint="Увидят все рядом с редакцией"
            rows={2}
            maxLength={500}
            {...form.field('note')}
          />
          <Button
            type="submit"
            look="primary"
            className="self-start"
            busy={form.busy}
            disabled={form.busy || !form.isDirty || desk.waiting !== null}
          >
            Опубликовать
          </Button>
        </Form>
      </Panel>
      <Versions desk={desk} onChoose={(body, version) => void putVersion(body, version)} />
    </div>
  )
}

const STATES: Record<LegalState, [text: string, tone: Tone]> = {
  future: ['Ждёт своего дня', 'info'],
  current: ['Действует', 'success'],
  former: ['Прежняя', 'neutral'],
  withdrawn: ['Отозвана', 'warn'],
}

function Versions({
  desk: { kind },
  onChoose,
}: {
  desk: LegalDesk
  onChoose: (body: string, version: number) => void
}) {
  const [place, setPlace] = useState<PageSearch>({ page: 1, page_size: 50 })
  const queryClient = useQueryClient()
  const versions = useQuery(query(legalRoutes.allVersions, { params: { kind }, query: place }))
  const reading = useMutation({
    mutationFn: (version: number) => queryClient.query(query(legalRoutes.anyVersion, { params: { kind, version } })),
    onSuccess: ({ body, version }) => onChoose(body, version),
    onError: toastRefusal('Редакция не открыта'),
  })
  return (
    <VersionsPanel
      title="Редакции"
      nameOf={(version) => `Редакция ${version}`}
      takeLabel={(version) => `Взять текст редакции ${version}`}
      none="Редакций ещё не было."
      query={versions}
      rows={versions.data?.results.map(({ version, by, in_force_from, state }) => ({
        version,
        detail: [`с ${day(in_force_from)}`, by && shortName(by)].filter(Boolean).join(', '),
        mark: <Tag tone={STATES[state][1]}>{STATES[state][0]}</Tag>,
        isTaken: state !== 'current',
      }))}
      reading={reading.isPending ? reading.variables : null}
      onTake={reading.mutate}
      place={place}
      onPlace={setPlace}
    />
  )
}
