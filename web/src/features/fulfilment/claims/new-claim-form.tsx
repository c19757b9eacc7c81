import { CLAIM_OUTCOMES, CLAIM_TERMS } from '@artikul/contract/fulfilment/claim-rules'
import { CLAIM_KINDS } from '@artikul/contract/fulfilment/claim-states'
import { ClaimKindField as Kinds } from '@artikul/contract/fulfilment/claim-fields'
import type { ClaimableGoods } from '@artikul/contract/fulfilment/claim-goods'
import { useNavigate } from '@tanstack/react-router'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { pathErrors } from '../../../lib/api/form-errors.ts'
import { day } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FilePicker } from '../../../ui/files/file-picker.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { outcomesOf, useClaimDraft, whyNot } from './new-claim-draft.ts'
import { NewClaimLines } from './new-claim-lines.tsx'
import { CLAIM_KEYS, uploadClaimFile } from './claims.api.ts'

interface Props {
  goods: ClaimableGoods
  /** Order line from which the claim was started. */
  orderLineId: number | undefined
}

function useSending(draft: ReturnType<typeof useClaimDraft>) {
  const create = useApiMutation(claimRoutes.create, { onSuccess: useInvalidate(...CLAIM_KEYS) })
  const navigate = useNavigate()
  const submit = () => {
    const body = draft.isSendingFiles ? null : draft.checked()
    if (!body) return
    create.mutate(
      { body },
      {
        onSuccess: ({ id, number, answer_by: until }) => {
          toast({ severity: 'success', summary: `Обращение ${number} подано`, detail: `Ответим до ${day(until)}` })
          void navigate({ to: '/claims/$id', params: { id: String(id) } })
        },
        onError: (error) => draft.show(pathErrors(error)),
      },
    )
  }
  return { submit, busy: create.isPending }
}

/** Form of a claim: kind, goods, evidence. */
export function NewClaimForm({ goods, orderLineId }: Props) {
  const draft = useClaimDraft(goods, orderLineId)
  const { submit, busy } = useSending(draft)
  const { fields, form } = draft.errors
  const terms = CLAIM_TERMS[draft.kind]
  if (Kinds.options.every((kind) => whyNot(goods, kind) !== null))
    return <Notice tone="warn">По этой отгрузке обращение уже не создать: {whyNot(goods, 'defect')}.</Notice>
  return (
    <Form label="Новое обращение" error={form} onSubmit={submit}>
      <Panel title="Что случилось">
        <RadioGroup
          label="Вид обращения"
          items={Kinds.options.map((kind) => {
            const reason = whyNot(goods, kind)
            const label = reason === null ? CLAIM_KINDS[kind] : `${CLAIM_KINDS[kind]}. ${reason}`
            return { value: kind, label, disabled: reason !== null }
          })}
          value={draft.kind}
          onValueChange={draft.setKind}
        />
      </Panel>
      <Panel title="Товары" flush>
        {fields['lines'] && (
          <p role="alert" className="px-4 pt-3 text-sm text-accent">
            {fields['lines']}
          </p>
        )}
        <NewClaimLines goods={goods} draft={draft} errorOf={(at, field) => fields[`lines.${at}.${field}`]} />
      </Panel>
      <Panel title="Подробности">
        <div className="flex flex-col gap-3.5">
          <RadioGroup
            label="Как решить"
            items={outcomesOf(goods, draft.kind).map((value) => ({ value, label: CLAIM_OUTCOMES[value] }))}
            {...draft.field('outcome')}
          />
          <TextArea
            label="Описание"
            maxLength={2000}
            required={draft.kind === 'price' && draft.outcome === 'fix'}
            {...draft.field('text')}
          />
          <Notice>{terms.proof}.</Notice>
          <FilePicker
            keep={uploadClaimFile(null)}
            files={draft.files}
            onFilesChange={draft.setFiles}
            onPendingChange={draft.setPending}
            error={fields['file_ids']}
          />
        </div>
      </Panel>
      <div className="flex justify-end">
        <Button look="primary" type="submit" busy={busy} disabled={busy || draft.isSendingFiles}>
          Подать обращение
        </Button>
      </div>
    </Form>
  )
}
