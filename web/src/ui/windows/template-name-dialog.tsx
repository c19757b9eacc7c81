import { useQueryClient } from '@tanstack/react-query'
import { templatesQuery } from '../../lib/queries/order-templates.ts'
import NameDialog from './name-dialog.tsx'
import { toast } from '../hints/toast.ts'

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
  const queryClient = useQueryClient()
  return (
    <NameDialog
      {...props}
      onSaved={(name) => {
        toast({ severity: 'success', summary: saved, detail: `«${name}»` })
        void queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey })
      }}
    />
  )
}
