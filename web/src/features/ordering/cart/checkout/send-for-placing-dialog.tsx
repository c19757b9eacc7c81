import { cartRoutes } from '@artikul/contract/ordering/cart'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'

/** Emails the cart of an employee without the right to place orders to the company's admins. */
export default function SendForPlacingDialog({ onClose }: { onClose: () => void }) {
  const { draft, errors, field, isDirty, refuse } = useForm({ defaultValues: { comment: '' } })
  const send = useApiMutation(cartRoutes.sendForPlacing, {
    onSuccess: ({ sent_to }) => {
      toast({
        severity: 'success',
        summary: 'Корзина отправлена на оформление',
        ...(sent_to.length > 0 && { detail: `Кому: ${sent_to.join(', ')}` }),
      })
      onClose()
    },
    onError: (error) => refuse(error),
  })
  return (
    <FormDialog
      title="Отправить на оформление"
      description="Заказы в вашей компании оформляет администратор: ему придёт письмо с выбранными строками корзины."
      width="sm"
      submit="Отправить"
      form={{ errors, busy: send.isPending, submit: () => send.mutate({ body: { comment: draft.comment.trim() } }) }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextArea label="Комментарий" maxLength={500} {...field('comment')} />
    </FormDialog>
  )
}
