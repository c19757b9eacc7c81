import { MOST_LISTED, type ListedUser } from '@artikul/contract/accounts'
import { counted } from '@artikul/contract/plural'
import { ROLE_LABELS } from '@artikul/contract/roles'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { createListed, readPeople } from './people-list.api.ts'

const MOST_BYTES = 2 * 1024 * 1024

/** What has become of a row: made, or refused in the words of the server. */
type Outcome = { made: true } | { made: false; why: string }

interface Props {
  onClose: () => void
  /** Somebody was made: the list behind is old. */
  onMade: () => void
}

/** «Добавить списком»: a file is read, looked at, and only then people are made, one by one. */
export default function PeopleListDialog({ onClose, onMade }: Props) {
  const [files, setFiles] = useState<File[]>([])
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const reading = useMutation({ mutationFn: readPeople, onMutate: () => setOutcomes(new Map()) })
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
          hint={`XLSX, XLS, ODS или CSV, до 2 МБ и ${MOST_LISTED} человек`}
          files={files}
          maxSize={MOST_BYTES}
          disabled={reading.isPending || making.isPending}
          onFilesChange={([file]) => {
            setFiles(file ? [file] : [])
            if (file) reading.mutate(file)
          }}
        />
        {reading.error && <Notice tone="warn">{messageOf(reading.error)}</Notice>}
        {made > 0 && <Notice>{`Приглашено: ${made} из ${people.length}`}</Notice>}
        {people.length > 0 && <PeopleTable people={people} outcomes={outcomes} />}
      </div>
    </Dialog>
  )
}

async function make(person: ListedUser): Promise<Outcome> {
  try {
    await createListed(person)
    return { made: true }
  } catch (error) {
    const field = error instanceof ApiError ? error.errors[0]?.message : undefined
    return { made: false, why: field ?? messageOf(error) }
  }
}

const CELL = 'px-2 py-1.5 text-left align-top'

function PeopleTable({ people, outcomes }: { people: ListedUser[]; outcomes: ReadonlyMap<number, Outcome> }) {
  return (
    <div
      className="max-h-80 overflow-auto rounded-md border border-hairline"
      tabIndex={0}
      role="region"
      aria-label="Люди из файла"
    >
      <table className="w-full text-sm">
        <thead className="text-text-2">
          <tr className="border-b border-hairline">
            {['Строка', 'ФИО и почта', 'Телефон', 'Роль', 'Компания', 'Что будет'].map((title) => (
              <th key={title} scope="col" className={`${CELL} font-medium whitespace-nowrap`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.row} className="border-b border-hairline last:border-0">
              <td className={CELL}>{person.row}</td>
              <td className={CELL}>
                <span className="font-medium">{person.full_name || '—'}</span>
                <br />
                <span className="text-text-2">{person.email || '—'}</span>
              </td>
              <td className={`${CELL} whitespace-nowrap`}>{person.phone ?? '—'}</td>
              <td className={CELL}>{ROLE_LABELS[person.role]}</td>
              <td className={CELL}>{person.contractor?.name ?? '—'}</td>
              <td className={CELL}>
                <Fate person={person} outcome={outcomes.get(person.row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Fate({ person, outcome }: { person: ListedUser; outcome: Outcome | undefined }) {
  if (person.error) return <span className="text-accent">{person.error}</span>
  if (!outcome) return <span className="text-text-2">Будет приглашён</span>
  return outcome.made ? <Tag tone="success">Приглашён</Tag> : <span className="text-accent">{outcome.why}</span>
}
