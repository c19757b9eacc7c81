import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors, NO_ERRORS } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sendForPlacing } from './cart.api.ts'

/** For an employee who does not place orders himself: the company's admins get the cart by mail. */
export default function SendForPlacingDialog({ onClose }: { onClose: () => void }) {
  const [comment, setComment] = useState('')
  const send = useMutation({
    mutationFn: () => sendForPlacing(comment.trim()),
    onSuccess: ({ sent_to }) => {
      toast({
        severity: 'success',
        summary: 'Корзина отправлена на оформление',
        ...(sent_to.length > 0 && { detail: `Кому: ${sent_to.join(', ')}` }),
      })
      onClose()
    },
  })
  const errors = send.error ? formErrors(send.error, ['comment']) : NO_ERRORS
  return (
    <Dialog
      title="Отправить на оформление"
      description="Заказы в вашей компании оформляет администратор: ему придёт письмо с выбранными строками корзины."
      width="sm"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button look="primary" busy={send.isPending} onClick={() => send.mutate()}>
            Отправить
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {errors.form && <FormError text={errors.form} />}
        <TextArea
          label="Комментарий"
          value={comment}
          onValueChange={setComment}
          maxLength={500}
          error={errors.fields['comment']}
        />
      </div>
    </Dialog>
  )
}
