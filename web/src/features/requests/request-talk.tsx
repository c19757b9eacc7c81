import type { Request, RequestMessage } from '@artikul/contract/requests'
import { useState } from 'react'
import { formErrors } from '../../lib/form-errors.ts'
import { useKeyOfBody } from '../../lib/key-of-body.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { say, useRequestChange } from './requests.api.ts'
import { atText } from './request-words.ts'

const ACTS: Record<Exclude<RequestMessage['kind'], 'message'>, string> = {
  created: 'Запрос отправлен',
  taken: 'Запрос взят в работу',
  answered: 'Ответ отправлен',
  closed: 'Запрос закрыт',
}

/** What was said and done, in order, and a line to say more. */
export function RequestTalk({ request, staff }: { request: Request; staff: boolean }) {
  const [text, setText] = useState('')
  const keyOf = useKeyOfBody()
  const send = useRequestChange(
    (typed: string) => say(request.id, typed, keyOf({ typed, after: request.messages.length })),
    () => setText(''),
  )
  const errors = send.error ? formErrors(send.error, ['text']) : null
  return (
    <Panel title="Сообщения">
      <ol className="flex flex-col gap-3">
        {request.messages.map((message) => (
          <Message key={message.id} message={message} isOwn={message.from_staff === staff} />
        ))}
      </ol>
      <Form
        label="Сообщение"
        className="mt-4"
        error={errors?.form ?? null}
        onSubmit={() => text.trim() && send.mutate(text.trim())}
      >
        <TextArea
          label={staff ? 'Сообщение клиенту' : 'Сообщение менеджеру'}
          value={text}
          maxLength={2000}
          onValueChange={setText}
          error={errors?.fields['text']}
          hint={request.state === 'closed' ? 'Сообщение снова откроет запрос.' : undefined}
        />
        <div className="flex justify-end">
          <Button type="submit" busy={send.isPending} disabled={text.trim() === '' || send.isPending}>
            Отправить
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

function Message({ message, isOwn }: { message: RequestMessage; isOwn: boolean }) {
  const { kind, text, by, at } = message
  return (
    <li className={cx('flex flex-col gap-0.5 text-sm', isOwn ? 'items-end' : 'items-start')}>
      <p className="text-xs text-text-2">
        {by}, {atText(at)}
        {kind !== 'message' && `. ${ACTS[kind]}`}
      </p>
      {text && (
        <p
          className={cx(
            'max-w-[85%] rounded-lg px-3 py-2 break-words whitespace-pre-line',
            isOwn ? 'bg-info/12' : 'bg-group',
          )}
        >
          {text}
        </p>
      )}
    </li>
  )
}
