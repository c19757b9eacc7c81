import { toast } from '../hints/toast.ts'
import { useInvalidate } from '../../lib/api/use-api-mutation.ts'
import NameDialog from './name-dialog.tsx'

interface Props {
  title: string
  description?: string
  name?: string
  send: (name: string) => Promise<unknown>
  saved: string
  onClose: () => void
}

/** Asks for the name of a template. */
export default function TemplateNameDialog({ saved, ...props }: Props) {
  const refresh = useInvalidate('order-templates')
  return (
    <NameDialog
      {...props}
      onSaved={(name) => {
        toast({ severity: 'success', summary: saved, detail: `«${name}»` })
        void refresh()
      }}
    />
  )
}
