import { MAX_LISTED_ACCOUNTS, accountRoutes, unlimited, type ListedUser } from '@artikul/contract/identity/accounts'
import { counted } from '@artikul/contract/core/plural'
import { ROLE_LABELS } from '@artikul/contract/core/roles'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { FileRows } from '../../../ui/files/file-rows.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'

const MAX_BYTES = 2 * 1024 * 1024

/** Outcome of a row: created, or refused with the server's message. */
type Outcome = { made: true } | { made: false; why: string }

interface Props {
  onClose: () => void
  /** Called when people were created, so that the list refreshes. */
  onMade: () => void
}

/** «Добавить списком»: parses a file and creates its people one by one after confirmation. */
export default function PeopleListDialog({ onClose, onMade }: Props) {
  const [files, setFiles] = useState<File[]>([])
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const reading = useApiMutation(accountRoutes.readList, { onMutate: () => setOutcomes(new Map()) })
  const people = reading.data?.results ?? []
  const waiting = people.filter((person) => !person.error && !outcomes.get(person.row)?.made)
  const making = useMutation({
    mutationFn: async () => {
      for (const person of waiting) {
        const outcome = await make(person)
        setOutcomes((before) => new Map(before).set(person.row, outcome))
      }
    },
    onSettled: onMade,
  })
  const made = [...outcomes.values()].filter((outcome) => outcome.made).length
  const actions = (
    <>
      <Button onClick={onClose}>{made > 0 && waiting.length === 0 ? 'Готово' : 'Отмена'}</Button>
      {waiting.length > 0 && (
        <Button look="primary" busy={making.isPending} onClick={() => making.mutate()}>
          Добавить {counted(waiting.length, 'человека', 'человек', 'человек')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      title="Добавить списком"
      description="Файл со столбцами «ФИО» и «Почта», по желанию «Телефон», «Роль» и «ИНН». Каждому придёт приглашение."
      open
      onClose={onClose}
      width="lg"
      actions={actions}
    >
      <div className="flex flex-col gap-3">
        <Dropzone
          label="Файл"
          hint={`XLSX, XLS, ODS или CSV, до 2 МБ и ${MAX_LISTED_ACCOUNTS} человек`}
          files={files}
          maxSize={MAX_BYTES}
          disabled={reading.isPending || making.isPending}
          onFilesChange={([file]) => {
            setFiles(file ? [file] : [])
            if (file) reading.mutate({ file })
          }}
        />
        {reading.error && <Notice tone="warn">{messageOf(reading.error)}</Notice>}
        {made > 0 && <Notice>{`Приглашено: ${made} из ${people.length}`}</Notice>}
        {people.length > 0 && <PeopleTable people={people} outcomes={outcomes} />}
      </div>
    </Dialog>
  )
}

/** Invites one person of the list; their limits are set later in their card. */
async function make({ full_name, email, phone, role, contractor }: ListedUser): Promise<Outcome> {
  try {
    const memberships = contractor ? [unlimited(contractor.id)] : []
    await call(accountRoutes.create, { body: { full_name, email, phone, roles: [role], memberships } })
    return { made: true }
  } catch (error) {
    const field = error instanceof ApiError ? error.errors[0]?.message : undefined
    return { made: false, why: field ?? messageOf(error) }
  }
}

interface TableProps {
  people: readonly ListedUser[]
  outcomes: ReadonlyMap<number, Outcome>
}

const PeopleTable = ({ people, outcomes }: TableProps) => (
  <FileRows
    label="Люди из файла"
    rows={people}
    columns={[
      {
        title: 'ФИО и почта',
        cell: ({ full_name: name, email }) => (
          <>
            <span className="font-medium">{name || '—'}</span>
            <br />
            <span className="text-text-2">{email || '—'}</span>
          </>
        ),
      },
      { title: 'Телефон', className: 'whitespace-nowrap', cell: ({ phone }) => phone ?? '—' },
      { title: 'Роль', cell: ({ role }) => ROLE_LABELS[role] },
      { title: 'Компания', cell: ({ contractor }) => contractor?.name ?? '—' },
      { title: 'Что будет', cell: (person) => <Fate person={person} outcome={outcomes.get(person.row)} /> },
    ]}
  />
)

function Fate({ person, outcome }: { person: ListedUser; outcome: Outcome | undefined }) {
  if (person.error) return <span className="text-accent">{person.error}</span>
  if (!outcome) return <span className="text-text-2">Будет приглашён</span>
  return outcome.made ? <Tag tone="success">Приглашён</Tag> : <span className="text-accent">{outcome.why}</span>
}
