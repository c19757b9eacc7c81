import { CERTIFICATE_KINDS, certificateRoutes, type Certificate } from '@artikul/contract/catalog/certificates'
import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { saveBlob } from '../../../lib/api/download.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { day } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { keysOfOwner, type CertificateOwner } from './certificate-owner.ts'

const CertificateDialog = lazyWindow(() => import('./certificate-dialog.tsx'))

interface Props {
  owner: CertificateOwner
  certificates: readonly Certificate[]
}

/** Certificates with their files; an order manager adds and deletes those of the owner. */
export function Certificates({ owner, certificates }: Props) {
  const [isOpen, setOpen] = useState(false)
  const mayChange = useHasRole('ArtikulOrderManager')
  return (
    <div className="flex flex-col items-start gap-3">
      {certificates.length > 0 && (
        <ul className="flex w-full flex-col gap-3 text-sm">
          {certificates.map((one) => (
            <li key={one.id} className="flex items-start justify-between gap-2">
              <CertificateFile certificate={one} namesBrand={owner.of === 'product'} />
              {mayChange && one.is_of_brand === (owner.of === 'brand') && (
                <RemoveButton owner={owner} certificate={one} />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <Button size="sm" icon={<IconPlus size={14} />} onClick={() => setOpen(true)}>
          Добавить сертификат
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <CertificateDialog owner={owner} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function CertificateFile({ certificate, namesBrand }: { certificate: Certificate; namesBrand: boolean }) {
  const { id, kind, number, valid_until: until, is_expired: isExpired, is_of_brand: isOfBrand, file_name } = certificate
  const download = useApiMutation(certificateRoutes.file, {
    onSuccess: (blob) => saveBlob(blob, file_name),
    onError: toastRefusal('Файл не скачан'),
  })
  return (
    <div className="min-w-0">
      <button
        type="button"
        disabled={download.isPending}
        onClick={() => download.mutate({ params: { id } })}
        className="text-left underline-offset-2 hover:underline"
      >
        <IconDownload size={14} aria-hidden="true" className="mr-1 text-text-2" />
        <span className="font-medium">{CERTIFICATE_KINDS[kind]}</span>
        <span className="block break-words text-text-2"> № {number}</span>
        <span className="sr-only">, скачать</span>
      </button>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-text-2">
        {until === null ? 'Без срока' : `До ${day(until)}`}
        {isOfBrand && namesBrand && <span>Для всего бренда</span>}
        {isExpired && <Tag tone="warn">Истёк</Tag>}
      </p>
    </div>
  )
}

function RemoveButton({
  owner,
  certificate: { id, kind, number },
}: {
  owner: CertificateOwner
  certificate: Certificate
}) {
  const removing = useApiMutation(certificateRoutes.remove, {
    invalidates: keysOfOwner(owner),
    onError: toastRefusal('Сертификат не удалён'),
  })
  const remove = async () => {
    const title = `Удалить документ № ${number}?`
    if (await confirm({ title, text: CERTIFICATE_KINDS[kind], dangerous: true })) removing.mutate({ params: { id } })
  }
  return (
    <IconButton
      size="row"
      label={`Удалить документ № ${number}`}
      icon={<IconTrash size={16} />}
      disabled={removing.isPending}
      onClick={() => void remove()}
    />
  )
}
