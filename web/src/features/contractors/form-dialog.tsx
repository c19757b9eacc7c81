import { useId, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'

interface Props {
  title: string
  description?: ReactNode
  submit: string
  saving: {
    errors: { form: string | null }
    stale: boolean
    busy: boolean
    refresh: () => Promise<void>
    submit: () => void
  }
  /** Something was typed: closing asks first. */
  changed: boolean
  onClose: () => void
  children: ReactNode
  /** A long form stands at the edge of the desk. */
  side?: boolean
  width?: 'sm' | 'md' | 'lg'
  dangerous?: boolean
}

/** A form over the card: sends itself by Enter, keeps what was typed, and asks before it throws that away. */
export function FormDialog(props: Props) {
  const { title, description, submit, saving, changed, onClose, children, side, width, dangerous } = props
  const id = useId()
  const { question, ask } = useConfirm()
  const close = async () => {
    if (!changed || (await ask({ title: 'Закрыть без сохранения?', text: 'Введённое пропадёт.' }))) onClose()
  }
  return (
    <Dialog
      title={title}
      description={description}
      open
      onClose={() => void close()}
      {...(side && { side })}
      {...(width && { width })}
      actions={
        <>
          <Button onClick={() => void close()}>Отмена</Button>
          <Button type="submit" form={id} look={dangerous ? 'danger' : 'primary'} busy={saving.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={id} label={title} onSubmit={saving.submit} error={saving.errors.form}>
        {saving.stale && <StaleNotice onRefresh={() => void saving.refresh()} />}
        {children}
      </Form>
      {question}
    </Dialog>
  )
}
