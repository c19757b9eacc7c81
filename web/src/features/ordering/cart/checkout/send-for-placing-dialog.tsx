import { useState } from 'react'
import { cartRoutes } from '@artikul/contract/ordering/cart'
import { formErrors, NO_ERRORS } from '../../../../lib/api/form-errors.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'

/** Emails the cart of an employee without the right to place orders to the company's admins. */
export default function SendForPlacingDialog({ onClose }: { onClose: () => void }) {
  const [comment, setComment] = useState('')
  const send = useApiMutation(cartRoutes.sendForPlacing, {
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
    <FormDialog
      title="Отправить на оформление"
      description="Заказы в вашей компании оформляет администратор: ему придёт письмо с выбранными строками корзины."
      width="sm"
      submit="Отправить"
      form={{ errors, busy: send.isPending, submit: () => send.mutate({ body: { comment: comment.trim() } }) }}
      isDirty={comment !== ''}
      onClose={onClose}
    >
      <TextArea
        label="Комментарий"
        value={comment}
        onValueChange={setComment}
        maxLength={500}
        error={errors.fields['comment']}
      />
    </FormDialog>
  )
}
