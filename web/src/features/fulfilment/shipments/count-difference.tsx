import { CLAIM_OUTCOMES, CLAIM_TERMS } from '@artikul/contract/fulfilment/claim-rules'
import { CLAIM_KINDS } from '@artikul/contract/fulfilment/claim-states'
import { MAX_FILES } from '@artikul/contract/core/attachments'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { quantity } from '../../../lib/text/format.ts'
import { CameraButton } from '../../../ui/files/camera-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { call } from '../../../lib/api/call.ts'
import { uploadFile } from '../../../lib/api/attachments.ts'
import type { DifferenceOfKind } from './count-draft.ts'
import type { Counting } from './use-count.ts'

/** Differences of one kind, which become a claim with photos and the requested outcome. */
export function CountDifference({ found: { kind, lines }, counting }: { found: DifferenceOfKind; counting: Counting }) {
  const { outcome, text } = counting.evidenceOf(kind)
  const { proof, outcomes } = CLAIM_TERMS[kind]
  return (
    <Panel title={CLAIM_KINDS[kind]}>
      <div className="flex flex-col gap-4">
        <ul className="text-sm">
          {lines.map(({ line, qty }) => (
            <li key={line.id}>
              {line.brand} <span className="article">{line.article}</span>: {quantity(qty, line.unit)}
            </li>
          ))}
        </ul>
        {outcomes.length > 1 && (
          <RadioGroup
            label="Что сделать"
            items={outcomes.map((value) => ({ value, label: CLAIM_OUTCOMES[value] }))}
            value={outcome}
            onValueChange={(value) => counting.setEvidence(kind, (now) => ({ ...now, outcome: value }))}
          />
        )}
        <Photos kind={kind} counting={counting} hint={proof} />
        <TextArea
          label="Комментарий"
          maxLength={2000}
          value={text}
          onValueChange={(value) => counting.setEvidence(kind, (now) => ({ ...now, text: value }))}
        />
      </div>
    </Panel>
  )
}

function Photos({ kind, counting, hint }: { kind: DifferenceOfKind['kind']; counting: Counting; hint: string }) {
  const { files } = counting.evidenceOf(kind)
  const { setEvidence, setSending, unproved } = counting
  const box = useRef<HTMLDivElement>(null)
  const isUnproved = unproved.includes(kind)
  // The message may be far above or below the pressed button.
  useEffect(() => {
    if (isUnproved) box.current?.scrollIntoView({ block: 'center' })
  }, [isUnproved])
  const send = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      for (const file of chosen) {
        const kept = await uploadFile(file, (query, sent) => call(claimRoutes.upload, { query, file: sent }))
        setEvidence(kind, (now) => ({ ...now, files: [...now.files, kept] }))
      }
    },
    onMutate: () => setSending((sending) => sending + 1),
    onSettled: () => setSending((sending) => sending - 1),
    onError: toastRefusal('Фото не приложено'),
  })
  return (
    <div ref={box}>
      <CameraButton
        className="h-12! w-full"
        label={`Фото: ${CLAIM_KINDS[kind]}`}
        busy={send.isPending}
        disabled={files.length >= MAX_FILES}
        onPhotos={(photos) => send.mutate(photos)}
      />
      <p className="mt-1 text-xs text-text-2">{hint}</p>
      {isUnproved && (
        <p role="alert" className="mt-1 text-sm text-accent">
          Приложите фото: без него обращение не принять
        </p>
      )}
      {files.length > 0 && (
        <ul aria-label="Приложенные фото" className="mt-2 flex flex-wrap gap-2">
          {files.map(({ id, name }) => (
            <li
              key={id}
              className="flex max-w-full items-center gap-1.5 rounded-md border border-hairline pl-2 text-sm"
            >
              <span className="min-w-0 truncate">{name}</span>
              <IconButton
                label={`Убрать ${name}`}
                icon={<IconX size={16} />}
                onClick={() =>
                  setEvidence(kind, (now) => ({ ...now, files: now.files.filter((file) => file.id !== id) }))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
