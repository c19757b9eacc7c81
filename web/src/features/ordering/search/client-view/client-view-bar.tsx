import { IconFileText, IconPercentage, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { Switch } from '../../../../ui/fields/switch.tsx'
import { useClientView, useMayShowClient } from './client-view.ts'
import { useProposal } from './proposal.ts'

const ClientViewDialog = lazyWindow(() => import('./client-view-dialog.tsx'))

/** «Цены для клиента»: turns the client view on; the first time it asks for the markup. */
export function ClientViewSwitch() {
  const may = useMayShowClient()
  const { settings, shown, turn } = useClientView()
  const [isAsking, setAsking] = useState(false)
  if (!may) return null
  return (
    <>
      <Switch
        label="Цены для клиента"
        checked={shown !== null}
        onCheckedChange={(on) => (on && !settings ? setAsking(true) : turn(on))}
      />
      {isAsking && (
        <Suspense>
          <ClientViewDialog onClose={() => setAsking(false)} onSaved={() => turn(true)} />
        </Suspense>
      )}
    </>
  )
}

/** Bar above the offers while the client view is on. */
export function ClientViewBar() {
  const { shown, turn } = useClientView()
  const { lines } = useProposal()
  const [isEditing, setEditing] = useState(false)
  if (!shown) return null
  return (
    <aside
      aria-label="Цены для клиента"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-info/40 bg-info/12 px-3 py-2 text-sm"
    >
      <IconUsers size={18} aria-hidden="true" className="text-info" />
      <p className="min-w-0 flex-1 basis-48 font-medium">Цены для клиента, с вашей наценкой</p>
      <Link to="/catalog/offer-to-client" className={buttonClass({ size: 'sm' })}>
        <IconFileText size={16} aria-hidden="true" />
        Предложение{lines.length > 0 && `: ${lines.length}`}
      </Link>
      <Button size="sm" icon={<IconPercentage size={16} />} onClick={() => setEditing(true)}>
        Настроить
      </Button>
      <Button size="sm" onClick={() => turn(false)}>
        Выключить
      </Button>
      {isEditing && (
        <Suspense>
          <ClientViewDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </aside>
  )
}
